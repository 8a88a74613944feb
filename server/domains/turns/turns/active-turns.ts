import type { LimitKind } from "../../../lib/limits/index.ts";
import type { AgentConnection } from "../../../runtimes/agent-connection.ts";
import type { Silence } from "./silence-rules.ts";

/** Why a turn is being stopped; the caller that stops it sets the session's state. */
export type StopReason =
  | "pause"
  | "interrupt"
  | "archive"
  /** An archive that discards what the agent did not receive. */
  | "discard"
  | "restart"
  | "delete"
  /** The turn goes on from the spot queue. */
  | "yield"
  | "shutdown";

/** A turn that this process is working on. */
export class ActiveTurn {
  readonly turnId: number;
  /** Aborts the preparation before the agent runs. */
  readonly preparation = new AbortController();
  stopReason: StopReason | null = null;
  /** Set once the agent is ended because it gave no sign of life. */
  silence: Silence | null = null;
  /** The limit that its processes met. */
  limit: LimitKind | null = null;
  private agent: AgentConnection | null = null;
  private settle: () => void = () => {};
  /** Resolves when no process of the turn runs and its end is stored. */
  readonly done: Promise<void>;

  constructor(turnId: number) {
    this.turnId = turnId;
    this.done = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Attaches the agent, and interrupts it if the turn was stopped before. */
  attach(agent: AgentConnection): void {
    this.agent = agent;
    if (this.stopReason !== null) void agent.interrupt();
  }

  /** Ends an agent that gives no sign of life; the turn itself goes on. */
  endSilent(silence: Silence): void {
    this.silence = silence;
    void this.agent?.interrupt();
  }

  /** Resolves once nothing of an agent is left whose processes were ended at a limit. */
  async endAtLimit(): Promise<void> {
    await this.agent?.interrupt();
  }

  /** As the connection's; undefined if there is no agent, or its CLI cannot end one task alone. */
  stopTask(taskId: string): Promise<string | null> | undefined {
    return this.agent?.stopTask?.(taskId);
  }

  /** The first reason counts. Resolves when the turn has ended. */
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

/** The turns this process is working on, by session, and one lock per session. */
export function activeTurns() {
  const turns = new Map<number, ActiveTurn>();
  const locks = new Map<number, Promise<unknown>>();

  return {
    get: (sessionId: number): ActiveTurn | undefined => turns.get(sessionId),
    all: (): ActiveTurn[] => [...turns.values()],
    /** The sessions that this process works on: a turn, or anything else under the session's lock. */
    busySessions: (): number[] => [...new Set([...turns.keys(), ...locks.keys()])],
    begin(sessionId: number, turnId: number): ActiveTurn {
      const turn = new ActiveTurn(turnId);
      turns.set(sessionId, turn);
      return turn;
    },
    end(sessionId: number, turn: ActiveTurn): void {
      if (turns.get(sessionId) === turn) turns.delete(sessionId);
      turn.finish();
    },
    /** Runs `work` while holding the session's lock. */
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
