import type { AgentConnection } from "../../../runtimes/runtime.ts";

/** Why a turn is being stopped; each asker sees to the session's state itself. */
export type StopReason = "pause" | "interrupt" | "archive" | "restart" | "delete" | "shutdown";

/** A turn that this process works on right now. */
export class ActiveTurn {
  readonly turnId: number;
  /** Cuts short what happens before the agent runs. */
  readonly preparation = new AbortController();
  stopReason: StopReason | null = null;
  private agent: AgentConnection | null = null;
  private settle: () => void = () => {};
  /** Resolves when nothing of the turn runs and its end is written. */
  readonly done: Promise<void>;

  constructor(turnId: number) {
    this.turnId = turnId;
    this.done = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Hands over the agent; a stop that came first reaches it now. */
  attach(agent: AgentConnection): void {
    this.agent = agent;
    if (this.stopReason !== null) void agent.interrupt();
  }

  /** The first reason stays. Resolves with the end of the turn. */
  async stop(reason: StopReason): Promise<void> {
    this.stopReason ??= reason;
    this.preparation.abort();
    await this.agent?.interrupt();
    await this.done;
  }

  finish(): void {
    this.settle();
  }
}

/** The turns this process works on, by session, and one lock per session for what must not interleave. */
export function activeTurns() {
  const turns = new Map<number, ActiveTurn>();
  const locks = new Map<number, Promise<unknown>>();

  return {
    get: (sessionId: number): ActiveTurn | undefined => turns.get(sessionId),
    all: (): ActiveTurn[] => [...turns.values()],
    begin(sessionId: number, turnId: number): ActiveTurn {
      const turn = new ActiveTurn(turnId);
      turns.set(sessionId, turn);
      return turn;
    },
    end(sessionId: number, turn: ActiveTurn): void {
      if (turns.get(sessionId) === turn) turns.delete(sessionId);
      turn.finish();
    },
    /** Runs `work` after whatever else holds the session's lock. */
    exclusive<T>(sessionId: number, work: () => Promise<T>): Promise<T> {
      const before = locks.get(sessionId) ?? Promise.resolve();
      const next = before.then(work, work);
      const settled = next.then(
        () => undefined,
        () => undefined,
      );
      locks.set(sessionId, settled);
      void settled.then(() => locks.get(sessionId) === settled && locks.delete(sessionId));
      return next;
    },
  };
}

export type ActiveTurns = ReturnType<typeof activeTurns>;
