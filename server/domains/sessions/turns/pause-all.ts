import type { Actor } from "../../../http/caller.ts";
import type { TurnDeps } from "./ports.ts";

/** What one session is asked; the same as E14 and E16. */
interface OneSession {
  pause(reference: string, by: Actor): Promise<unknown>;
  restart(reference: string, by: Actor): Promise<unknown>;
}

/**
 * Pauses all that runs, and takes up again what that stopped and nobody has touched since. What was paused one by one
 * stays so. Remembered only while the service runs: who starts it tomorrow has another "all" in mind.
 */
export function bulkTurnControl({ sessions }: Pick<TurnDeps, "sessions">, one: OneSession) {
  let paused = new Set<number>();

  function resumable(): number[] {
    return [...paused].filter((id) => {
      const row = sessions.byId(id);
      return row?.status === "needs_input" && row.pausedBy !== null;
    });
  }

  async function each(ids: readonly number[], ask: (reference: string) => Promise<unknown>): Promise<number> {
    const results = await Promise.allSettled(ids.map((id) => ask(String(id))));
    return results.filter(({ status }) => status === "fulfilled").length;
  }

  return {
    resumable,

    pauseAll(by: Actor): Promise<number> {
      const running = sessions.withStatus("running").map(({ id }) => id);
      paused = new Set([...resumable(), ...running]);
      return each(running, (reference) => one.pause(reference, by));
    },

    resumeAll: (by: Actor): Promise<number> => each(resumable(), (reference) => one.restart(reference, by)),
  };
}
