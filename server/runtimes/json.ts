import { isObject } from "../lib/json.ts";

/** A JSON object whose shape the sender decides. */
export type Json = Record<string, unknown>;

/** The value when it is a JSON object, else an empty one. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The value when it is a string, else null. */
export function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The value when it is a number, else null. */
export function asNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** The value when it is an array, else an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
