import { isLongerAnswer, type ModelCall } from "../../../runtimes/model-call.ts";
import { codeOf } from "./registry.ts";
import { type Contents, noSizes, type Sizes } from "./shares.ts";

/** What is known of the conversation of an agent. */
export interface Thread extends Contents {
  /** The CLI's id of a subagent; empty for the main one. */
  agent: string;
  /** What came after the last call, for the next one. */
  fresh: Sizes;
  /** The call whose answer was read last. Without an id, it has yet to be named. */
  open: { id: string | null; call: ModelCall | null } | null;
}

/** Called with a thread whose open call is over. */
type Close = (thread: Thread) => void;

/** A file has one or two; the one that was silent for longest is dropped. */
const mostThreads = 8;

/** The same as it is stored, with characters by the code of a feature. */
export type StoredThread = {
  [Key in keyof Thread]: Thread[Key] extends Sizes ? Record<string, number> : Thread[Key];
};

export const storedThread = (thread: Thread): StoredThread => ({
  ...thread,
  open: thread.open && { ...thread.open },
  carried: byCode(thread.carried),
  sent: byCode(thread.sent),
  answer: byCode(thread.answer),
  fresh: byCode(thread.fresh),
});

export const threadFrom = (stored: StoredThread): Thread => ({
  ...stored,
  open: stored.open && { ...stored.open },
  carried: Object.assign(noSizes(), stored.carried),
  sent: Object.assign(noSizes(), stored.sent),
  answer: Object.assign(noSizes(), stored.answer),
  fresh: Object.assign(noSizes(), stored.fresh),
});

const byCode = (sizes: Sizes): Record<string, number> =>
  Object.fromEntries(sizes.flatMap((chars, code) => (chars > 0 ? [[code, chars]] : [])));

const noContents = () => ({
  carried: noSizes(),
  sent: noSizes(),
  answer: noSizes(),
  fresh: noSizes(),
  open: null,
});

/** That of an agent, as the last one of the list, which is changed. */
export function threadOf(threads: Thread[], agent: string, close: Close): Thread {
  const last = threads.at(-1);
  if (last?.agent === agent) return last;
  const place = threads.findIndex((thread) => thread.agent === agent);
  const [known = { agent, ...noContents() }] = place < 0 ? [] : threads.splice(place, 1);
  if (threads.length >= mostThreads) threads.splice(0, 1).forEach(close);
  threads.push(known);
  return known;
}

/** The answer with this id begins or goes on; without an id, that of a call that a later line names. */
export function beginAnswer(thread: Thread, id: string | null, close: Close): void {
  const { open } = thread;
  const goesOn = open !== null && (open.id === null || open.id === id);
  if (goesOn) {
    open.id = id ?? open.id;
    return;
  }
  close(thread);
  const { carried, sent, answer, fresh } = thread;
  for (let code = 0; code < carried.length; code += 1)
    carried[code] = (carried[code] ?? 0) + (sent[code] ?? 0) + (answer[code] ?? 0);
  thread.sent = fresh;
  thread.fresh = sent.fill(0);
  answer.fill(0);
  thread.open = { id, call: null };
}

/** Of the lines of a call, the one with the longest answer counts. */
export function takeCall(thread: Thread, call: ModelCall): void {
  const { open } = thread;
  if (open !== null && (open.call === null || isLongerAnswer(call, open.call))) open.call = call;
}

export function addTo(sizes: Sizes, code: number, chars: number): void {
  sizes[code] = (sizes[code] ?? 0) + chars;
}

/** What follows has nothing of what came before but the summary. */
export function compact(thread: Thread, summary: string | null): void {
  Object.assign(thread, noContents());
  if (summary) thread.fresh[codeOf.compaction_summary] = summary.length;
}
