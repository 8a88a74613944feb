import { chatIdVariables, outsideVariables } from "../triggers/model.ts";
import type { PluginOutcome } from "./model.ts";

/** What REST answers; over MCP anything but `fired` is a tool's error. */
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

/** A plugin learns what came of its call, and nothing of what the trigger is made of. */
export const sentenceOf: Readonly<Record<Exclude<PluginOutcome, "invalid_variables">, string>> = {
  fired: "The trigger fired",
  burst_notice: "The trigger fired too often; one session was started to look into it instead of yours",
  burst_suppressed: "The trigger fired too often; nothing is started for now",
  pending_session: "A session of this trigger has not come to rest yet",
  not_reusable: "The session that this trigger goes on with cannot go on",
  not_found: "There is no such trigger",
  not_invokable: "The trigger runs a workflow, which takes no variables",
  error: "The service could not fire the trigger; its log has the details",
};

/** Characters of one variable's value. */
const valueLimit = 10_000;

const allowed: ReadonlySet<string> = new Set(outsideVariables);
const chatIds: ReadonlySet<string> = new Set(chatIdVariables);

/** R111: what is wrong with the variables of a plugin's call, one sentence each. */
export function faultsOfVariables(given: unknown): string[] {
  if (given === undefined || given === null) return [];
  if (typeof given !== "object" || Array.isArray(given)) return ["variables is an object"];
  return Object.entries(given)
    .slice(0, 50)
    .flatMap(([name, value]) => faultOf(name, value) ?? []);
}

function faultOf(name: string, value: unknown): string | null {
  if (chatIds.has(name)) return `${name} is not a plugin's to fill in`;
  if (!allowed.has(name))
    return `There is no variable "${name.slice(0, 100)}". There are: ${outsideVariables.join(", ")}`;
  const text = textOf(name, value);
  if (text === null) return name === "labels" ? "labels is text or a list of texts" : `${name} is text`;
  return text.length > valueLimit ? `${name} is longer than 10,000 characters` : null;
}

function textOf(name: string, value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  const isList = name === "labels" && Array.isArray(value) && value.every((one) => typeof one === "string");
  return isList ? value.join(", ") : null;
}

/** How a log line names a plugin. */
export const appLabel = ({ id, name }: { id: number; name: string }): string => `"${name}" (id ${id})`;
