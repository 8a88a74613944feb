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

/** Returns a sentence for each way in which an answer does not match the form. */
export function problemsOf(content: FormContent, { properties, required }: RequestedSchema): string[] {
  const missing = required.filter((name) => !isGiven(content, name)).map((name) => `${name} is required`);
  const wrong = Object.entries(content).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (field === undefined) return [`${name} was not asked for`];
    if (value === null || value === undefined) return [];
    const problem = problemWith(value, field);
    return problem === null ? [] : [`${name} ${problem}`];
  });
  return [...missing, ...wrong];
}

const isGiven = (content: FormContent, name: string): boolean =>
  Object.hasOwn(content, name) && content[name] !== null && content[name] !== undefined;

function problemWith(value: unknown, field: FormField): string | null {
  switch (field.type) {
    case "boolean":
      return typeof value === "boolean" ? null : "must be true or false";
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

function problemWithNumber(value: unknown, field: FieldOf<"number" | "integer">): string | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number";
  if (field.type === "integer" && !Number.isInteger(value)) return "must be a whole number";
  if (field.minimum !== undefined && value < field.minimum) return `must be at least ${field.minimum}`;
  if (field.maximum !== undefined && value > field.maximum) return `must be at most ${field.maximum}`;
  return null;
}

const oneOf = (names: readonly string[]): string => `must be one of ${names.join(", ")}`;

function problemWithText(value: unknown, field: FieldOf<"string">): string | null {
  if (typeof value !== "string") return "must be text";
  if ("enum" in field) return field.enum.includes(value) ? null : oneOf(field.enum);
  if ("oneOf" in field) {
    const names = field.oneOf.map((choice) => choice.const);
    return names.includes(value) ? null : oneOf(names);
  }
  const length = [...value].length;
  if (length < (field.minLength ?? 0)) return `must have at least ${field.minLength} characters`;
  if (length > (field.maxLength ?? Number.POSITIVE_INFINITY))
    return `must have at most ${field.maxLength} characters`;
  return field.format === undefined || formats[field.format].test(value)
    ? null
    : formats[field.format].problem;
}

type Format = NonNullable<Extract<FieldOf<"string">, { format?: unknown }>["format"]>;

const isDate = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text);

const formats: Record<Format, { test(text: string): boolean; problem: string }> = {
  email: { test: (text) => /^[^\s@]+@[^\s@]+$/.test(text), problem: "must be an e-mail address" },
  uri: { test: (text) => URL.canParse(text), problem: "must be an absolute URL" },
  date: { test: isDate, problem: "must be a date such as 2026-01-31" },
  "date-time": {
    test: (text) =>
      isDate(text.slice(0, 10)) && /^.{10}T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text),
    problem: "must be a date and time such as 2026-01-31T12:00:00Z",
  },
};

function problemWithChoices(value: unknown, { items, minItems, maxItems }: FieldOf<"array">): string | null {
  if (!Array.isArray(value)) return "must be a list";
  const names = "enum" in items ? items.enum : items.anyOf.map((choice) => choice.const);
  if (value.some((item) => !names.includes(item as string))) return `may hold only ${names.join(", ")}`;
  if (new Set(value).size < value.length) return "repeats a choice";
  if (value.length < (minItems ?? 0)) return `must have at least ${minItems} entries`;
  if (value.length > (maxItems ?? Number.POSITIVE_INFINITY)) return `must have at most ${maxItems} entries`;
  return null;
}

/** The environment that tells the session's MCP servers where to ask. */
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
