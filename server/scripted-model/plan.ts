import { type Conversation, type Turn, turnText } from "./conversation.ts";
import { hasScript, parseScript, type Step } from "./script.ts";

/** A script for prompts that match but have no script of their own. */
export interface Scenario {
  matches: RegExp;
  script: string;
}

/** What to answer now. `source` is the script of the answer, or "" if there is none. */
export interface AnswerPlan {
  steps: readonly Step[];
  /** The index of the answer in its script, from 0. Null if there is no script. */
  index: number | null;
  source: string;
}

/** The answer to a prompt without a script: it must not be mistaken for a real model. */
export const OFFLINE_NOTICE =
  "This is Signalbox's scripted model. It is offline and only follows scripts; it has not thought about your message.";

/** User-role messages that a CLI adds itself; they do not end a running script. */
const ADDED_BY_CLI =
  /^\s*(<(environment_context|turn_aborted|system-reminder|user_instructions|subagent_notification|skill)\b|# AGENTS\.md|\[Request interrupted)/;
const INTERRUPTED = /\[Request interrupted[^\]]*\]|<turn_aborted>[\s\S]*?<\/turn_aborted>/;
/** How claude, codex and pi start their own request for a summary. */
const COMPACTION =
  /CRITICAL: Respond with TEXT ONLY|^You are performing a CONTEXT CHECKPOINT COMPACTION|^<conversation>\n/;
const SUMMARY = "<summary>Scripted summary of the conversation.</summary>";

/**
 * The last user message with a script is the program, and the number of assistant messages after
 * it determines which answer is next: the conversation itself is the only state.
 */
export function planAnswer(conversation: Conversation, scenarios: readonly Scenario[]): AnswerPlan {
  const { turns } = conversation;
  if (COMPACTION.test(turnText(turns.findLast((turn) => turn.role === "user")))) {
    return { steps: [sayStep(SUMMARY)], index: 0, source: "compaction" };
  }
  const found = findScript(turns, scenarios);
  if (!found) return { steps: [sayStep(OFFLINE_NOTICE)], index: null, source: "" };
  const index = turns.slice(found.at + 1).filter((turn) => turn.role === "assistant").length;
  const steps = parseScript(found.script)[index] ?? [sayStep("Script done.")];
  // Script lines only: a CLI may join a newer prompt to the one with the script.
  const source = found.script.split("\n").filter(hasScript).join("\n");
  return { steps, index, source };
}

function findScript(
  turns: readonly Turn[],
  scenarios: readonly Scenario[],
): { at: number; script: string } | null {
  for (const [at, turn] of [...turns.entries()].reverse()) {
    if (turn.role !== "user") continue;
    const script = scriptOf(turnText(turn), scenarios);
    if (script !== null) return { at, script };
    if (endsScript(turn, turns[at - 1])) return null;
  }
  return null;
}

function scriptOf(text: string, scenarios: readonly Scenario[]): string | null {
  if (hasScript(text)) return text;
  if (ADDED_BY_CLI.test(text) && !isInterruptedPrompt(text)) return null;
  return scenarios.find(({ matches }) => text.search(matches) >= 0)?.script ?? null;
}

/** A newer prompt ends a script; a message that steers a running turn (after a tool result) does not. */
function endsScript(turn: Turn, before: Turn | undefined): boolean {
  const text = turnText(turn);
  if (ADDED_BY_CLI.test(text)) return isInterruptedPrompt(text);
  return before?.role !== "tool";
}

/** After an interrupt the marker and the person's next prompt can share one message. */
function isInterruptedPrompt(text: string): boolean {
  return INTERRUPTED.test(text) && text.replace(INTERRUPTED, "").trim() !== "";
}

function sayStep(text: string): Step {
  return { op: "say", text, args: {} };
}
