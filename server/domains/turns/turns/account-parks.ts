import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { DryPool, TurnDeps } from "./ports.ts";
import type { Ending } from "./rules.ts";
import type { TurnParts } from "./stop-turn.ts";
import type { TurnRow } from "./store.ts";
import { text } from "./text.ts";

const parkedReason = "credentials_refused";

export const isParkedForAccount = ({ waitingKind, failureReason }: SessionRow): boolean =>
  waitingKind === "parked" && failureReason === parkedReason;

/** Without quota the turn keeps its job, which runs when quota comes back; without credentials it waits for a person. */
export const afterDry = (pool: DryPool): Ending | DryPool =>
  pool.why === "credential"
    ? pool
    : {
        kind: "retry",
        at: pool.at,
        why: "parked",
        problem: { kind: "quota", message: pool.message },
        fresh: false,
      };

/** Parks a turn until an account serves. Inside the caller's transaction. */
export function parkForAccount(
  { sessions, sessionLog, redact }: TurnDeps,
  { store }: Pick<TurnParts, "store">,
  of: { session: SessionRow; turn: TurnRow; message: string },
): void {
  store.update(of.turn.id, { state: "queued", pid: null });
  const failureDetail = redact(of.message);
  const event = { kind: "turn_postponed", why: "parked" } as const;
  sessions.transition(of.session, event, {
    failureReason: parkedReason,
    failureDetail,
    jobId: null,
    runningJobId: null,
    retryAt: null,
  });
  sessionLog.note(of.session.id, "warning", text.log.noAccount(failureDetail));
}

/** Continues the sessions that wait for an account of a runtime which has one that serves. */
export function accountParks(deps: TurnDeps, { store, queueing, active }: TurnParts) {
  const { sessions, database, jobs, sessionLog, accounts } = deps;

  /** Its job is running already: another would run the same turn twice. */
  const begins = ({ id }: SessionRow): boolean => active.get(id) !== undefined;

  function release(session: SessionRow): void {
    const turn = store.open(session.id);
    if (!turn) return;
    const job = session.jobId ?? session.runningJobId;
    if (job !== null) jobs.remove(job);
    sessionLog.note(session.id, "info", text.log.accountServes);
    queueing.resumeTurn(turn, session, {
      cause: "account_serves",
      changes: { failureReason: null, failureDetail: null, retryAt: null },
    });
  }

  const waits = (session: SessionRow): boolean =>
    isParkedForAccount(session) || (session.failureReason === null && session.retryAt !== null);
  const waiting = (): SessionRow[] => sessions.waiting(["parked"]).filter(waits);

  return {
    /** After a change of the accounts, and periodically. */
    reviewAccounts: (): void =>
      database.transaction(() => {
        for (const session of waiting())
          if (!begins(session) && accounts.serves(session.agentRuntime)) release(session);
      }),

    waitingForAccount: (runtime: string): number =>
      waiting().filter(({ agentRuntime }) => agentRuntime === runtime).length,
  };
}
