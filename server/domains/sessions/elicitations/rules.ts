import type { FormContent, FormField, RequestedSchema } from "./model.ts";

const minute = 60_000;
const shortestMs = minute;
const longestMs = 7 * 24 * 60 * minute;

/** All digits is the number of an elicitation, so a request id cannot be. */
export const isNumber = (reference: string): boolean => /^\d+$/.test(reference);

/** Returns when an elicitation expires: at its own deadline or after `defaultMs`, one minute to seven days from now. */
export function deadline(asked: number | null, defaultMs: number, now: number): number {
  const lasting = (asked ?? now + defaultMs) - now;
  return now + Math.min(Math.max(lasting, shortestMs), longestMs);
}

const summaryLimit = 300;

/** The question on one line, short enough for a banner. */
export function summaryOf(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length <= summaryLimit ? line : `${line.slice(0, summaryLimit - 1)}…`;
}

/** One way in which a field of an answer does not match the form. */
export type FieldProblem = { field: string } & Problem;

type Problem =
  | { kind: "required" | "unknown" | "not_boolean" | "not_number" | "not_integer" | "not_text" }
  | { kind: "not_list" | "repeated" }
  | { kind: "below" | "above" | "too_short" | "too_long" | "too_few" | "too_many"; limit: number }
  | { kind: "not_a_choice" | "not_choices"; choices: readonly string[] }
  | { kind: "format"; format: Format };

/** Returns each way in which an answer does not match the form. */
export function problemsOf(content: FormContent, { properties, required }: RequestedSchema): FieldProblem[] {
  const missing = required
    .filter((field) => !isGiven(content, field))
    .map((field): FieldProblem => ({ field, kind: "required" }));
  const wrong = Object.entries(content).flatMap(([field, value]): FieldProblem[] => {
    const declared = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (declared === undefined) return [{ field, kind: "unknown" }];
    if (value === null || value === undefined) return [];
    const problem = problemWith(value, declared);
    return problem === null ? [] : [{ field, ...problem }];
  });
  return [...missing, ...wrong];
}

const isGiven = (content: FormContent, name: string): boolean =>
  Object.hasOwn(content, name) && content[name] !== null && content[name] !== undefined;

function problemWith(value: unknown, field: FormField): Problem | null {
  switch (field.type) {
    case "boolean":
      return typeof value === "boolean" ? null : { kind: "not_boolean" };
    case "number":
    case "integer":
      return problemWithNumber(value, field);
    case "string":
      return problemWithText(value, field);
    case "array":
      return problemWithChoices(value, field);
  }
}

type FieldOf<Type extends FormField["type"]> = Extract<FormField, { type: Type }>;

function problemWithNumber(value: unknown, field: FieldOf<"number" | "integer">): Problem | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return { kind: "not_number" };
  if (field.type === "integer" && !Number.isInteger(value)) return { kind: "not_integer" };
  const { minimum, maximum } = field;
  if (minimum !== undefined && value < minimum) return { kind: "below", limit: minimum };
  if (maximum !== undefined && value > maximum) return { kind: "above", limit: maximum };
  return null;
}

function problemWithText(value: unknown, field: FieldOf<"string">): Problem | null {
  if (typeof value !== "string") return { kind: "not_text" };
  if ("enum" in field) return oneOf(value, field.enum);
  if ("oneOf" in field)
    return oneOf(
      value,
      field.oneOf.map((choice) => choice.const),
    );
  const { minLength, maxLength, format } = field;
  const length = [...value].length;
  if (minLength !== undefined && length < minLength) return { kind: "too_short", limit: minLength };
  if (maxLength !== undefined && length > maxLength) return { kind: "too_long", limit: maxLength };
  return format === undefined || isWellFormed[format](value) ? null : { kind: "format", format };
}

const oneOf = (value: string, choices: readonly string[]): Problem | null =>
  choices.includes(value) ? null : { kind: "not_a_choice", choices };

type Format = NonNullable<Extract<FieldOf<"string">, { format?: unknown }>["format"]>;

const isDate = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text);

const isWellFormed: Record<Format, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: isDate,
  "date-time": (text) =>
    isDate(text.slice(0, 10)) && /^.{10}T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text),
};

function problemWithChoices(value: unknown, { items, minItems, maxItems }: FieldOf<"array">): Problem | null {
  if (!Array.isArray(value)) return { kind: "not_list" };
  const choices = "enum" in items ? items.enum : items.anyOf.map((choice) => choice.const);
  if (value.some((item) => !choices.includes(item as string))) return { kind: "not_choices", choices };
  if (new Set(value).size < value.length) return { kind: "repeated" };
  if (minItems !== undefined && value.length < minItems) return { kind: "too_few", limit: minItems };
  if (maxItems !== undefined && value.length > maxItems) return { kind: "too_many", limit: maxItems };
  return null;
}

/** The environment in which the session's MCP servers find out where to ask. */
export function childEnvironment(of: {
  sessionId: number;
  /** The URL of this session's elicitations, including the token. */
  url: string;
  lastingMs: number;
}): Record<string, string> {
  return {
    ELICITATION_ENABLED: "true",
    ELICITATION_REQUEST_URL: of.url,
    ELICITATION_POLL_URL: of.url,
    ELICITATION_TTL_MS: String(of.lastingMs),
    ELICITATION_SESSION_ID: String(of.sessionId),
    ELICITATION_PREFER_HTTP_FALLBACK: "true",
  };
}
