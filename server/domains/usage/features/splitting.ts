import { isLongerAnswer, type ModelCall } from "../../../runtimes/model-call.ts";
import type { LineThread } from "../../../runtimes/runtime.ts";
import type { TimelineEvent } from "../../../runtimes/timeline.ts";
import { eachPart, type OpenCalls } from "./parts.ts";
import { knowsMore, sharesOf } from "./shares.ts";
import {
  addTo,
  beginAnswer,
  compact,
  type StoredThread,
  storedThread,
  type Thread,
  takeCall,
  threadFrom,
  threadOf,
} from "./threads.ts";

/** A call with what it consisted of; null if nothing is known of it. */
export interface SplitCall {
  call: ModelCall;
  features: Uint8Array | null;
}

/** What the lines of a transcript so far leave for the next ones; plain JSON. */
export interface SplitContext {
  conversation: string | null;
  calls: OpenCalls;
  /** The agent that spoke last is the last one. */
  threads: StoredThread[];
}

export const noSplit: SplitContext = { conversation: null, calls: [], threads: [] };

interface SplitLine {
  events: readonly TimelineEvent[];
  thread: LineThread;
  call: ModelCall | null;
}

interface SplitOptions {
  /** Whether the CLI keeps what it writes to a cache for an hour where its record does not say. */
  keepsForAnHour: boolean;
}

/**
 * Splits calls by what their contexts consist of (R186), from the lines of a transcript in their order. The same lines
 * result in the same splits, however they are sliced; of a call whose answer is still growing, the last one counts.
 */
export function featureSplitter(start: SplitContext, { keepsForAnHour }: SplitOptions) {
  const { calls, keep } = callKeeper();
  let { conversation } = start;
  let openCalls: OpenCalls = start.calls.map(([id, code]) => [id, code]);
  let threads = start.threads.map(threadFrom);

  function keepOpen(thread: Thread): void {
    const call = thread.open?.call;
    if (!call) return;
    const oneHour = call.cacheCreation1hTokens ?? (keepsForAnHour ? call.cacheCreationTokens : 0);
    keep({ call, features: sharesOf(thread, call, oneHour) });
  }

  const flush = (): void => threads.forEach(keepOpen);

  /** Goes to the conversation that begins with a line. */
  function enter(other: string): void {
    if (other === conversation) return;
    flush();
    if (conversation !== null) [openCalls, threads] = [[], []];
    conversation = other;
  }

  function take({ events, thread: of, call }: SplitLine): void {
    if (of.conversation !== null) enter(of.conversation);
    const thread = threadOf(threads, of.agent, keepOpen);
    const own = of.hasOwnContext === true ? null : call;
    eachPart(events, openCalls, (side, code, chars) => {
      if (chars === 0) return;
      if (side === "answer") beginAnswer(thread, own?.requestId ?? of.answer, keepOpen);
      addTo(side === "answer" ? thread.answer : thread.fresh, code, chars);
    });
    if (own !== null) {
      beginAnswer(thread, own.requestId, keepOpen);
      takeCall(thread, own);
    } else if (call !== null) keep({ call, features: null });
    for (const event of events) {
      if (event.type !== "compaction") continue;
      keepOpen(thread);
      compact(thread, event.summary);
    }
  }

  return {
    /** Those that are over; others after `flush`. */
    calls,
    take,
    flush,
    context: (): SplitContext => ({
      conversation,
      calls: openCalls.map(([id, code]) => [id, code]),
      threads: threads.map(storedThread),
    }),
  };
}

/** Of each call, the longest answer, and of those the one with more of its conversation: the ledger's own order. */
function callKeeper() {
  const calls = new Map<string, SplitCall>();
  return {
    calls,
    keep(split: SplitCall): void {
      const known = calls.get(split.call.requestId);
      if (known === undefined || isMore(split, known)) calls.set(split.call.requestId, split);
    },
  };
}

function isMore({ call, features }: SplitCall, known: SplitCall): boolean {
  if (isLongerAnswer(call, known.call)) return true;
  return features !== null && !isLongerAnswer(known.call, call) && knowsMore(features, known.features);
}
