import { chatIdVariables, outsideVariables } from "../triggers/model.ts";
import type { PluginOutcome } from "./model.ts";

/** The status over REST; over MCP every outcome except `fired` is a tool error. */
export const statusOf: Readonly<Record<PluginOutcome, number>> = {
  fired: 201,
  burst_notice: 429,
  burst_suppressed: 429,
  pending_session: 409,
  not_reusable: 422,
  not_found: 404,
  invalid_variables: 422,
  not_invokable: 422,
  error: 422,
};

/** An outcome as a short label: "Burst suppressed". */
export const labelOf = (outcome: PluginOutcome): string =>
  outcome.charAt(0).toUpperCase() + outcome.slice(1).replaceAll("_", " ");

/** The outcomes with a sentence of their own. */
export type ToldOutcome = Exclude<PluginOutcome, "invalid_variables">;

/** Characters of one variable's value. */
const valueLimit = 10_000;

const allowed: ReadonlySet<string> = new Set(outsideVariables);
const chatIds: ReadonlySet<string> = new Set(chatIdVariables);

/** Why a variable of an integration's call is refused (R111). */
export type VariableProblem =
  | { kind: "not_an_object" }
  | { kind: "reserved" | "not_text"; name: string }
  | { kind: "unknown"; name: string; known: readonly string[] }
  | { kind: "too_long"; name: string; max: number };

/** `own` are the placeholders that only the trigger's template has. */
export function problemsWithVariables(given: unknown, own: readonly string[] = []): VariableProblem[] {
  if (given === undefined || given === null) return [];
  if (typeof given !== "object" || Array.isArray(given)) return [{ kind: "not_an_object" }];
  return Object.entries(given)
    .slice(0, 50)
    .flatMap(([name, value]) => problemWith(name, value, own) ?? []);
}

function problemWith(name: string, value: unknown, own: readonly string[]): VariableProblem | null {
  if (chatIds.has(name)) return { kind: "reserved", name };
  if (!allowed.has(name) && !own.includes(name))
    return { kind: "unknown", name: name.slice(0, 100), known: [...outsideVariables, ...own] };
  const text = textOf(name, value);
  if (text === null) return { kind: "not_text", name };
  return text.length > valueLimit ? { kind: "too_long", name, max: valueLimit } : null;
}

function textOf(name: string, value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  const isList = name === "labels" && Array.isArray(value) && value.every((item) => typeof item === "string");
  return isList ? value.join(", ") : null;
}

/** How a log line names an integration. */
export const appLabel = ({ id, name }: { id: number; name: string }): string => `"${name}" (id ${id})`;
