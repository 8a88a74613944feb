import type { Actor } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Logger } from "../../../lib/logger.ts";
import { type AnswerStepDeps, answerStep } from "./answer-steps.ts";
import { answerLiveMessage } from "./jobs.ts";
import { ProviderRefusal } from "./ports.ts";
import type { TurnRow } from "./store.ts";
import { text } from "./text.ts";

/** A reply that calls tools this many times in a row goes round in circles. */
const mostSteps = 16;
/** A passing problem of the provider is tried again this often. */
const mostTries = 4;

export interface Replies {
  /** Queues the answer to the next typed message, if there is one and none is being written. In a transaction. */
  next(conversationId: number): void;
  run(turnId: number, job: ReplyJob): Promise<void>;
  /** Stops what is being written for the conversation. */
  abort(conversationId: number): void;
  /** Gives up the answers that are still to come. In a transaction. */
  giveUp(conversationId: number, why: string): void;
}

export interface ReplyJob {
  attempt: number;
  signal: AbortSignal;
}

export interface ReplyDeps extends Omit<AnswerStepDeps, "answered"> {
  log: Logger;
  jobs: Pick<JobQueue, "add">;
  /** Why no answer may be asked for now; null if one may. */
  limitReached(conversationId: number): string | null;
}

/** Answers typed messages one after the other: each step is stored before the next begins. */
export function replies(deps: ReplyDeps): Replies {
  const { store, feed } = deps;
  const writing = new Map<number, AbortController>();

  function next(conversationId: number): void {
    if (writing.has(conversationId)) return;
    const [first] = store.unanswered(conversationId);
    if (first) deps.jobs.add(answerLiveMessage, { turn_id: first.id });
  }

  function end(message: TurnRow, change: { reply: "done" | "failed"; replyError?: string }): void {
    store.writeTurn(message.id, change);
    writing.delete(message.conversationId);
    feed.partial(message.conversationId, null);
    feed.changed(message.conversationId);
    next(message.conversationId);
  }

  const fail = (message: TurnRow, why: string): void =>
    deps.database.transaction(() => end(message, { reply: "failed", replyError: why }));
  const write = answerWriter(deps, { fail, answered: (message) => end(message, { reply: "done" }) });

  return {
    next,

    async run(turnId, job) {
      const message = store.turn(turnId);
      if (message?.reply !== "pending") return;
      const { conversationId } = message;
      const stop = new AbortController();
      writing.set(conversationId, stop);
      try {
        await write(message, AbortSignal.any([stop.signal, job.signal]));
      } catch (error) {
        const isSettled = store.turn(message.id)?.reply !== "pending";
        const why = isSettled ? null : problemOf(error, deps, job);
        if (why !== null) fail(message, why);
      } finally {
        if (writing.get(conversationId) === stop) writing.delete(conversationId);
      }
    },

    abort(conversationId) {
      writing.get(conversationId)?.abort();
      writing.delete(conversationId);
      feed.partial(conversationId, null);
    },

    giveUp(conversationId, why) {
      for (const { id } of store.unanswered(conversationId))
        store.writeTurn(id, { reply: "failed", replyError: why });
    },
  };
}

/** Steps until the model has said all, or until there is a reason to stop. */
function answerWriter(
  deps: ReplyDeps,
  ends: { fail(message: TurnRow, why: string): void; answered(message: TurnRow): void },
) {
  const { store, runs } = deps;
  const step = answerStep({ ...deps, answered: ends.answered });

  return async (message: TurnRow, signal: AbortSignal): Promise<void> => {
    const { conversationId } = message;
    // What `send` stored of its caller.
    const actor = message.actor as Actor | null;
    for (let count = 0; count < mostSteps; count += 1) {
      const conversation = store.byId(conversationId);
      if (conversation?.status !== "active" || actor === null) return ends.fail(message, text.tool.notRun);
      for (const row of store.toolsFor(message.id)) await runs.run(row, actor);
      signal.throwIfAborted();
      const limit = deps.limitReached(conversationId);
      if (limit !== null) return ends.fail(message, limit);
      if ((await step(message, conversation, signal)) === "ended") return;
    }
    ends.fail(message, text.tool.failed);
  };
}

/** What the person reads about the problem. Throws it again if another try may help. */
function problemOf(error: unknown, { log }: Pick<ReplyDeps, "log">, { attempt, signal }: ReplyJob): string {
  if (signal.aborted) throw error;
  const refusal = error instanceof ProviderRefusal ? error : null;
  const mayPass = refusal === null || refusal.problem === "limit" || refusal.problem === "unreachable";
  if (mayPass && attempt < mostTries) throw error;
  if (refusal === null) log.error({ err: error }, "live answer failed");
  return refusal?.message ?? text.serviceProblem;
}
