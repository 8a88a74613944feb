import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import { runInWriteContext, type WriteContext } from "../../../db/write-context.ts";
import type { Idempotency, KeyedWrite, SentAnswer } from "../../../http/idempotency.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { Refusal } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { idempotencyRefusal } from "./errors.ts";
import { decideRepetition, keptMs, mostAnswerBytes, mostTotalBytes } from "./rules.ts";
import { type IdempotencyStore, idempotencyStore } from "./store.ts";

export interface IdempotencyService extends Idempotency {
  /** Job: forgets old keys, and the oldest ones if their answers take too much space. */
  sweep(): void;
}

/** How the part of a write ended that runs before it waits for anything. */
type Begun =
  | { kind: "answered"; answer: SentAnswer; replayed: boolean }
  | { kind: "waiting"; answer: Promise<SentAnswer> }
  | { kind: "refused"; refusal: Refusal };

type Work = () => SentAnswer | Promise<SentAnswer>;

/** What happens in the transaction that a write begins with, and when it has ended. */
function keyedWrites({
  store,
  clock,
  running,
}: {
  store: IdempotencyStore;
  clock: Clock;
  running: Map<string, Promise<unknown> | null>;
}) {
  /** `stored` counts the rows that the write has changed, without those of its preparations. */
  function contextOf(id: string): WriteContext & { stored(): number } {
    let prepared = 0;
    let isPreparing = false;
    const stored = (): number => store.changes() - prepared;
    return {
      stored,
      isOpen: () => running.has(id),
      around(work) {
        const before = stored();
        const result = work();
        if (!isPreparing && stored() > before) store.markWritten(id);
        return result;
      },
      preparing(work) {
        const before = store.changes();
        isPreparing = true;
        try {
          return work();
        } finally {
          isPreparing = false;
          prepared += store.changes() - before;
        }
      },
    };
  }

  function begin(id: string, write: KeyedWrite, work: Work): Begun {
    const now = clock.now();
    const { fingerprint } = write;
    const earlier = store.find(id);
    const step = decideRepetition(earlier, { fingerprint, running: running.has(id), now });
    if (step === "replay") {
      const answer = { status: earlier?.status ?? 200, body: earlier?.body ?? null };
      return { kind: "answered", answer, replayed: true };
    }
    if (step !== "run") {
      const extra = step === "answer_lost" ? { carried_out: true } : undefined;
      return { kind: "refused", refusal: idempotencyRefusal(step, {}, extra) };
    }
    store.reserve({ id, fingerprint, now });
    return carryOut(id, write, work);
  }

  /** A refusal keeps what was stored before it, such as a count of wrong codes; any other error keeps nothing. */
  function carryOut(id: string, write: KeyedWrite, work: Work): Begun {
    running.set(id, null);
    let waits = false;
    const context = contextOf(id);
    const before = context.stored();
    try {
      const answer = runInWriteContext(context, work);
      waits = answer instanceof Promise;
      if (answer instanceof Promise) {
        if (context.stored() > before) store.markWritten(id);
        return { kind: "waiting", answer };
      }
      finish(id, write, answer);
      return { kind: "answered", answer, replayed: false };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      store.remove(id);
      return { kind: "refused", refusal: error };
    } finally {
      if (!waits) running.delete(id);
    }
  }

  function finish(id: string, { keepsAnswer }: KeyedWrite, { status, body }: SentAnswer): void {
    // Not carried out: the caller may try again with the same key.
    if (status >= 400) return store.remove(id);
    const kept = keepsAnswer && Buffer.byteLength(body ?? "") <= mostAnswerBytes;
    store.answer({ id, status, body: kept ? body : null, kept });
  }

  return { begin, finish };
}

/**
 * Carries out each write with an idempotency key once (draft-ietf-httpapi-idempotency-key-header). The key is stored in the
 * same transaction as the first thing that the write stores, so a crash leaves both or neither; a write that does not wait for
 * anything is stored together with its answer.
 */
export function idempotencyService(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** How long a repetition waits for the first request with its key, before it is told to come back. */
  waitMs?: number;
}): IdempotencyService {
  const { database, clock, log, waitMs = 0 } = deps;
  const store = idempotencyStore(database);
  /** Requests of this process, with what they wait for, which never rejects; one of an earlier process has ended. */
  const running = new Map<string, Promise<unknown> | null>();

  const { begin, finish } = keyedWrites({ store, clock, running });

  /** What cannot be stored, as on a full disk, does not change the answer. */
  function safely(write: () => void): void {
    try {
      if (database.sql.open) write();
    } catch (error) {
      log.error({ err: error }, "an idempotency key was not updated");
    }
  }

  /** After an error that is no refusal, some of the write may be stored: then its key stays. */
  async function untilAnswered(id: string, write: KeyedWrite, pending: Promise<SentAnswer>) {
    try {
      const answer = await pending;
      safely(() => finish(id, write, answer));
      return answer;
    } catch (error) {
      safely(() => (error instanceof Refusal ? store.remove(id) : store.removeReserved(id)));
      throw error;
    } finally {
      running.delete(id);
    }
  }

  return {
    async once(write, work) {
      const id = digestOf(`${write.caller}\n${write.key}`);
      const first = running.get(id);
      if (first) await Promise.race([first, pause(waitMs, undefined, { ref: false })]);
      const begun = database.transaction(() => begin(id, write, work));
      if (begun.kind === "refused") throw begun.refusal;
      if (begun.kind === "answered") return begun;
      const answer = untilAnswered(id, write, begun.answer);
      running.set(
        id,
        answer.catch(() => undefined),
      );
      return { answer: await answer, replayed: false };
    },
    sweep() {
      store.removeOlderThan(clock.now() - keptMs);
      store.removeBeyond(mostTotalBytes);
    },
  };
}
