import type { Actor } from "../../../http/caller.ts";
import type { TurnDeps } from "./ports.ts";

/** The operations on one session (E14, E16). */
interface OneSession {
  pause(reference: string, by: Actor): Promise<unknown>;
  restart(reference: string, by: Actor): Promise<unknown>;
}

/**
 * Pauses every running session, and restarts those that were not touched since. Sessions paused one by one stay paused.
 * Kept in memory only: after a restart of the service, "all" means something else.
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
