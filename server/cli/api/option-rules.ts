import { z } from "zod";
import type { Operation } from "../../http/model.ts";

/** An option of a command, made from one key of an operation's query or body. */
export interface ApiOption {
  /** As typed, without the dashes: `agent-runtime`. */
  name: string;
  /** As sent: `agent_runtime`. */
  key: string;
  part: "query" | "body";
  kind: "text" | "number" | "flag" | "list" | "json";
  /** The values that it can have, if these are few and known. */
  choices: readonly string[];
}

type Shape = Pick<Operation, "query" | "body">;

/** The options of an operation, in the order of its declaration. */
export const optionsOf = ({ query, body }: Shape): ApiOption[] => [
  ...optionsIn("query", query),
  ...optionsIn("body", body),
];

function optionsIn(part: ApiOption["part"], shape: z.ZodObject | undefined): ApiOption[] {
  if (shape === undefined) return [];
  const schema = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return Object.entries(schema.properties ?? {}).map(([key, property]) => ({
    name: key.replaceAll("_", "-"),
    key,
    part,
    ...kindOf(property),
  }));
}

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

function kindOf(schema: JsonSchema): Pick<ApiOption, "kind" | "choices"> {
  const forms = (schema.anyOf ?? [schema]).filter(({ type }) => type !== "null");
  const types = new Set(forms.flatMap(({ type }) => type ?? []));
  const choices = forms.flatMap((form) => form.enum ?? []).filter((one) => typeof one === "string");
  if (types.has("boolean")) return { kind: "flag", choices: [] };
  if (types.has("array")) return { kind: "list", choices: [] };
  if (types.has("number") || types.has("integer")) return { kind: "number", choices: [] };
  if (types.has("string")) return { kind: "text", choices };
  return { kind: "json", choices: [] };
}

/** What `parseArgs` is told about an option. */
export const formOf = ({ kind }: Pick<ApiOption, "kind">) =>
  kind === "flag" ? ({ type: "boolean" } as const) : ({ type: "string", multiple: kind === "list" } as const);

/** What a person typed, as it is sent; null if it is no such value. */
export function readOption(option: Pick<ApiOption, "kind">, typed: unknown): { value: unknown } | null {
  if (option.kind === "list")
    return { value: (typed as string[]).flatMap((one) => one.split(",")).filter((one) => one !== "") };
  if (option.kind === "number") {
    const value = Number(typed);
    return typed === "" || Number.isNaN(value) ? null : { value };
  }
  if (option.kind === "json") return readJson(String(typed));
  return { value: typed };
}

/** JSON, or the text itself: most that takes anything takes text. */
function readJson(typed: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(typed) };
  } catch {
    return /^\s*[[{"]/.test(typed) ? null : { value: typed };
  }
}
