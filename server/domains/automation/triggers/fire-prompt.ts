import { type Genesis, promptLimit } from "../../sessions/sessions/model.ts";
import { triggerRefusal } from "./errors.ts";
import type { TriggerDeps } from "./ports.ts";
import type { ConditionRow, TriggerRow } from "./store.ts";
import {
  type EventContext,
  type PromptAddition,
  readVariables,
  renderTemplate,
  withAddition,
  withContext,
} from "./template-rules.ts";
import { clockOf } from "./zone.ts";

interface PromptParts {
  row: Pick<TriggerRow, "promptTemplate">;
  conditions: readonly Pick<ConditionRow, "conditionType" | "configuration">[];
  variables: unknown;
  /** What the prompt is about, if an event outside fires. */
  context?: EventContext | null;
  addition?: PromptAddition | null | undefined;
}

export const contextOf = ({ genesis }: { genesis: Genesis }): EventContext =>
  genesis === "chat" ? "message" : "item";

/** The filled-in template and the token of its fences; refuses a blank prompt and one that is too long. */
export function promptOf(
  { clock, newToken }: Pick<TriggerDeps, "clock" | "newToken">,
  of: PromptParts,
): { prompt: string; token: string } {
  const token = newToken();
  const zones = of.conditions.map(({ configuration }) => configuration["timezone"]);
  const zone = zones.find((name) => typeof name === "string") ?? "UTC";
  const context = { ...clockOf(clock.now(), zone), token };
  const given = readVariables(of.variables, of.row.promptTemplate);
  const rendered = renderTemplate(of.row.promptTemplate, given, context);
  const about = of.context ?? null;
  const complete =
    about === null ? rendered : withContext(of.row.promptTemplate, rendered, { given, token, about });
  const prompt = of.addition ? withAddition(complete, of.addition, token) : complete;
  checkPrompt(prompt);
  return { prompt, token };
}

function checkPrompt(prompt: string): void {
  if (prompt.trim() === "") throw triggerRefusal("prompt_blank");
  if (prompt.length > promptLimit) throw triggerRefusal("prompt_too_long", { most: promptLimit });
}
