import type { LiveCard } from "./model.ts";

export type CardReason = LiveCard["reason"];

/** A tool call as the rule sees it. */
export interface AskedAct {
  tool: string;
  effect: "read" | "add" | "destroy";
  input: Readonly<Record<string, unknown>>;
  /** The sessions that tools changed since the person last said something. */
  touched: ReadonlySet<number>;
  /** How many sessions were started since then. */
  started: number;
}

const manySessions = 5;
const manyStarts = 3;
const expensiveEffort = /^(?:high|xhigh|max|ultra)$/;

/** What cannot be brought back, by tool and action. */
const irreversible: Readonly<Record<string, readonly string[]>> = {
  action_trigger: ["delete"],
  manage_enqueued_messages: ["delete"],
};
const irreversibleTools = new Set(["merge_pull_requests"]);
const starters = new Set(["start_session", "quick_router"]);
const toAll = new Set(["refresh_all"]);

/** Whether a person is asked before the act is done, and why. Null: it is done at once. */
export function reasonToAsk({ tool, effect, input, touched, started }: AskedAct): CardReason | null {
  if (effect === "read") return null;
  const action = typeof input["action"] === "string" ? input["action"] : "";
  if (irreversible[tool]?.includes(action) === true || isIrreversible(tool, input)) return "irreversible";
  if (touchesMany({ tool, action, input, touched })) return "many_sessions";
  if (starters.has(tool) && (started >= manyStarts || asksMuchEffort(input))) return "expensive";
  if (tool === "action_trigger" && action === "invoke" && started >= manyStarts) return "expensive";
  return null;
}

function isIrreversible(tool: string, input: AskedAct["input"]): boolean {
  // Archiving can be undone, but not the loss of queued messages.
  if (tool === "action_session") return input["force"] === true;
  // A session goes on with the answer at once, and its question may ask for anything.
  if (tool === "respond_to_elicitation") return input["action_type"] === "accept";
  return irreversibleTools.has(tool);
}

function touchesMany({
  tool,
  action,
  input,
  touched,
}: Pick<AskedAct, "tool" | "input" | "touched"> & { action: string }): boolean {
  if (tool === "action_session" && toAll.has(action)) return true;
  const many = Array.isArray(input["session_ids"]) ? input["session_ids"] : [];
  const ids = [...many, input["session_id"]].map(Number).filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0) return false;
  return new Set([...touched, ...ids]).size > manySessions;
}

function asksMuchEffort({ config }: Readonly<Record<string, unknown>>): boolean {
  const effort = typeof config === "object" && config !== null && "effort" in config ? config.effort : null;
  return typeof effort === "string" && expensiveEffort.test(effort);
}

const yes =
  /\b(?:yes|yeah|yep|yup|sure|ok|okay|do it|do that|go ahead|go on|confirm|confirmed|please do|proceed|ja|oui|si|sim|da|klar|mach das)\b/iu;
const no = /\b(?:no|nope|don'?t|do not|stop|cancel|wait|never|not|nein|non|nao|nee|nicht)\b/iu;

/** What a person's words say to a card; null if they say neither. A line with both is a no. */
export function answerIn(line: string): "do_it" | "no" | null {
  const plain = line.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'");
  if (no.test(plain)) return "no";
  return yes.test(plain) ? "do_it" : null;
}

export type CardVerdict = "take" | "expired" | "not_asked" | "unclear";

/** Whether the model may pass on an answer: only what the person said after the card, in words that mean it. */
export function checkSpokenAnswer(of: {
  answer: "do_it" | "no";
  isExpired: boolean;
  /** What the person said since the card was shown, newest first. */
  lines: readonly string[];
}): CardVerdict {
  if (of.isExpired) return "expired";
  // Refusing changes nothing, so nobody has to prove it.
  if (of.answer === "no") return "take";
  if (of.lines.length === 0) return "not_asked";
  return answerIn(of.lines[0] ?? "") === "do_it" ? "take" : "unclear";
}
