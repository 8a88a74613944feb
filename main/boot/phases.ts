export interface Started<T> {
  value: T;
  /** Undoes exactly this phase; called at most once. */
  undo?: () => void | Promise<void>;
}

/** The person quit while the app was still starting. */
export class StartStopped extends Error {
  override readonly name = "StartStopped";
}

export interface Phases {
  /** Starts a phase, remembers how to undo it and resolves with its value. Throws StartStopped once unwinding has begun. */
  enter<T>(name: string, start: () => Started<T> | Promise<Started<T>>): Promise<T>;
  /**
   * Undoes every phase once, newest first. A phase that is still starting is awaited and undone too. Resolves after
   * `timeoutMs` at the latest with the names of the phases that failed or did not finish.
   */
  unwind(timeoutMs: number): Promise<readonly string[]>;
}

interface Undo {
  name: string;
  undo: () => void | Promise<void>;
}

export function bootPhases(onProblem: (phase: string, error: unknown) => void): Phases {
  const undos: Undo[] = [];
  let starting: { name: string; settled: Promise<unknown> } | null = null;
  let unwinding: Promise<readonly string[]> | null = null;

  async function start<T>(name: string, begin: () => Started<T> | Promise<Started<T>>): Promise<T> {
    const { value, undo } = await begin();
    if (undo) undos.push({ name, undo });
    return value;
  }

  async function undoAll(unfinished: Set<string>, failed: Set<string>): Promise<void> {
    const last = starting;
    if (last) {
      unfinished.add(last.name);
      await last.settled;
      unfinished.delete(last.name);
    }
    for (const { name } of undos) unfinished.add(name);
    for (const { name, undo } of undos.splice(0).reverse()) {
      try {
        await undo();
      } catch (error) {
        failed.add(name);
        onProblem(name, error);
      }
      unfinished.delete(name);
    }
  }

  async function unwindWithin(timeoutMs: number): Promise<readonly string[]> {
    const unfinished = new Set<string>();
    const failed = new Set<string>();
    const limit = Promise.withResolvers<void>();
    const timer = setTimeout(limit.resolve, timeoutMs);
    await Promise.race([undoAll(unfinished, failed), limit.promise]);
    clearTimeout(timer);
    return [...failed, ...unfinished];
  }

  return {
    async enter(name, begin) {
      if (unwinding) throw new StartStopped();
      const begun = start(name, begin).finally(() => {
        starting = null;
      });
      starting = { name, settled: begun.catch(() => {}) };
      const value = await begun.catch((cause: unknown) => {
        throw unwinding ? new StartStopped("Stopped while starting", { cause }) : cause;
      });
      if (unwinding) throw new StartStopped();
      return value;
    },
    unwind: (timeoutMs) => (unwinding ??= unwindWithin(timeoutMs)),
  };
}
