import type { z } from "zod";
import { canonicalJson, isObject } from "../lib/json.ts";

/** How the text of a JSON column becomes a value and back. */
export interface JsonCodec<Value> {
  decode(text: string): Value;
  encode(value: Value): string;
}

/** Undefined if it is damaged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list that only we write; empty if it is damaged, so that its row can still be read. */
export const jsonList = <Item>(): JsonCodec<Item[]> => ({
  decode(text) {
    if (text === "[]") return [];
    const value = parsed(text);
    return Array.isArray(value) ? (value as Item[]) : [];
  },
  encode: (list) => JSON.stringify(list),
});

/** An object that only we write; empty if it is damaged. */
export const jsonObject: JsonCodec<Record<string, unknown>> = {
  decode(text) {
    if (text === "{}") return {};
    const value = parsed(text);
    return isObject(value) ? value : {};
  },
  encode: (object) => JSON.stringify(object),
};

/** An object that only we write; null if it is damaged, for readers that must not take an empty one for real. */
export const nullableObject = <Value extends object>(): JsonCodec<Value | null> => ({
  decode(text) {
    const value = parsed(text);
    return isObject(value) ? (value as Value) : null;
  },
  encode: (object) => JSON.stringify(object),
});

/** An object in the spelling in which it is searched (R43). */
export const canonicalObject: JsonCodec<Record<string, unknown>> = { ...jsonObject, encode: canonicalJson };

/** Any value that only we write. Throws if it is damaged, for readers that must not go on without it. */
export const strictJson = <Value>(): JsonCodec<Value> => ({
  decode: (text) => JSON.parse(text) as Value,
  encode: (value) => JSON.stringify(value),
});

/** What the schema accepts; null if it is damaged. */
export const jsonOf = <Value>(schema: z.ZodType<Value>): JsonCodec<Value | null> => ({
  decode: (text) => schema.safeParse(parsed(text)).data ?? null,
  encode: (value) => JSON.stringify(value),
});
