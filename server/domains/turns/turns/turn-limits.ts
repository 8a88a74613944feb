import type { HeldProcesses, LimitKind } from "../../../lib/limits/index.ts";
import type { ActiveTurn } from "./active-turns.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnRow } from "./store.ts";

const tickMs = 1_000;

/** Holds one turn's processes to their limits, and ends all of them once one is met. */
export interface HeldTurn {
  processes: HeldProcesses;
  /** Call it once the agent has ended, with all it started. Never rejects. */
  end(): Promise<void>;
}

export function holdTurn(
  deps: Pick<TurnDeps, "limits" | "workspaces" | "log">,
  { turn, mine, folders }: { turn: TurnRow; mine: ActiveTurn; folders: readonly string[] },
): HeldTurn {
  const { limits, workspaces, log } = deps;
  // The agent is prepared meanwhile.
  const opening = limits.open(workspaces.marker(turn.sessionId, turn.id));

  async function stop(limit: LimitKind): Promise<void> {
    if (mine.limit !== null) return;
    mine.limit = limit;
    log.warn({ session: turn.sessionId, turn: turn.id, limit }, "a turn met its limit and is ended");
    await (await opening).kill();
    await mine.endAtLimit();
  }

  async function look(): Promise<void> {
    const met = await (await opening).met();
    if (met !== null) await stop(met);
  }

  const failed = (error: unknown): void =>
    log.error({ err: error, session: turn.sessionId }, "the limits of a turn could not be looked at");
  const unfollow = limits.disk.follow({
    folders,
    writtenBytes: async () => (await opening).writtenBytes(folders[0] ?? "/"),
    onMet: (limit) => void stop(limit).catch(failed),
  });
  const timer = setInterval(() => void look().catch(failed), tickMs).unref();

  return {
    processes: { opened: opening, add: async (pids) => (await opening).add(pids) },
    async end() {
      clearInterval(timer);
      unfollow();
      try {
        const group = await opening;
        // What ended the agent between two looks.
        mine.limit ??= await group.met();
        await group.release();
      } catch (error) {
        failed(error);
      }
    },
  };
}
