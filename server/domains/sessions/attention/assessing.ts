import type { JobResult } from "../../../jobs/definition.ts";
import { factsOf } from "./facts.ts";
import type { AttentionDeps } from "./ports.ts";
import { isStopped } from "./rules.ts";
import type { AttentionStore } from "./store.ts";
import { text } from "./text.ts";

/** Characters from the end of an answer that the model reads. */
const tailLimit = 3_000;

/** Yes or no as the first word of a reply; null for anything else. */
function readVerdict(reply: string): boolean | null {
  const [, word] = /^\W*(yes|no)\b/i.exec(reply) ?? [];
  return word === undefined ? null : word.toLowerCase() === "yes";
}

/** Asks a small model, once for each answer, whether it waits for the person. */
export function answerAssessing(
  deps: AttentionDeps,
  { store, request }: { store: AttentionStore; request(sessionId: number): void },
): (sessionId: number, signal: AbortSignal) => Promise<JobResult> {
  return async (sessionId, signal) => {
    const row = deps.sessions.byId(sessionId);
    if (!row || !isStopped(factsOf(row))) return undefined;
    const { text: words, messageCount } = deps.lastAnswer(row);
    if (words === null || store.find(sessionId)?.verdictMessageCount === messageCount) return undefined;
    const answer = await deps.model.ask(row, {
      source: "attention",
      system: text.assessSystem,
      prompt: text.assessRequest(words.slice(-tailLimit)),
      signal,
    });
    if (answer.kind === "stopped") return { againAt: deps.clock.now() };
    // Without an answer the words decide, and the same ones are not asked about again.
    const verdict = answer.kind === "answered" ? readVerdict(answer.text) : null;
    deps.database.transaction(() => {
      const isKept = store.update(sessionId, { verdict, verdictMessageCount: messageCount }) !== undefined;
      if (isKept && verdict !== null) request(sessionId);
    });
    return undefined;
  };
}
