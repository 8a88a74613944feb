import { type Lane, laneNames } from "./lanes.ts";

/**
 * Does a part of a job on a thread of another lane, while the job's own thread is free for others. An abort ends the waits
 * for threads.
 */
export type StepAside = <T>(lane: Lane, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** For the job that has a thread of `own`. */
export function stepAside(threads: LaneThreads, own: Lane, job: number): StepAside {
  return async (other, work, signal) => {
    threads.leave(own, job);
    await threads.takeWhenFree(other, job, signal);
    try {
      return await work();
    } finally {
      threads.leave(other, job);
      await threads.takeWhenFree(own, job, signal);
    }
  };
}

export type LaneThreads = ReturnType<typeof laneThreads>;

/** Which jobs have the threads of each lane, and which of them wait to get one back. */
export function laneThreads(deps: {
  capacity(lane: Lane): number;
  /** A thread is free, and nobody waits to get it back. */
  onFree(lane: Lane): void;
}) {
  const taken = new Map(laneNames.map((lane) => [lane, new Set<number>()]));
  const returning = new Map(laneNames.map((lane) => [lane, new Set<() => void>()]));
  let closed = false;

  const jobsOf = (lane: Lane): Set<number> => taken.get(lane) ?? new Set();
  const queueOf = (lane: Lane): Set<() => void> => returning.get(lane) ?? new Set();
  const hasFree = (lane: Lane): boolean => jobsOf(lane).size < deps.capacity(lane);

  return {
    hasFree,
    /** Those that wait to return included: the next free thread is theirs. */
    wanted: (lane: Lane): number => jobsOf(lane).size + queueOf(lane).size,
    take: (lane: Lane, job: number): void => void jobsOf(lane).add(job),
    /**
     * Whoever waits here has begun already, so it goes before jobs that have not. Takes one too many when there is no
     * sense in waiting any more.
     */
    async takeWhenFree(lane: Lane, job: number, signal: AbortSignal): Promise<void> {
      while (!closed && !signal.aborted && !hasFree(lane)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        queueOf(lane).add(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
        await promise;
        queueOf(lane).delete(resolve);
      }
      // Nothing is awaited between the look and the taking.
      jobsOf(lane).add(job);
    },
    leave(lane: Lane, job: number): void {
      jobsOf(lane).delete(job);
      const [next] = queueOf(lane);
      if (next) next();
      else deps.onFree(lane);
    },
    /** Ends all waits. */
    close(): void {
      closed = true;
      for (const queue of returning.values()) for (const proceed of queue) proceed();
    },
  };
}
