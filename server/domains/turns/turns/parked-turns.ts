import { isDeepStrictEqual } from "node:util";
import type { SessionChanges, SessionRow } from "../../sessions/sessions/index.ts";
import type { RequiredSignIn } from "../../sessions/sessions/model.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnParts } from "./stop-turn.ts";
import type { TurnRow } from "./store.ts";
import { text } from "./text.ts";

const parkedReason = "oauth_required";

/** The columns of a session whose servers wait for a person to sign in. It has no job meanwhile. */
const parkedColumns = (servers: readonly RequiredSignIn[]): SessionChanges => ({
  failureReason: parkedReason,
  failureDetail: text.signInRequired(servers),
  oauthRequiredServers: [...servers],
  jobId: null,
  runningJobId: null,
  retryAt: null,
});

export const isParkedForSignIn = ({ waitingKind, failureReason }: SessionRow): boolean =>
  waitingKind === "parked" && failureReason === parkedReason;

/** Parks a turn until every server is signed in to. Inside the caller's transaction. */
export function parkTurn(
  { sessions, sessionLog }: TurnDeps,
  { store }: Pick<TurnParts, "store">,
  of: { session: SessionRow; turn: TurnRow | undefined; servers: readonly RequiredSignIn[] },
): SessionRow {
  if (of.turn) store.update(of.turn.id, { state: "queued", pid: null });
  const event = { kind: "turn_postponed", why: "parked" } as const;
  const parked = sessions.transition(of.session, event, parkedColumns(of.servers));
  sessionLog.note(parked.id, "warning", text.log.signInRequired(of.servers));
  return parked;
}

/** Parks sessions whose servers lack a sign-in, and resumes them once none does (R65). */
export function parkedTurns(deps: TurnDeps, parts: TurnParts) {
  const { sessions, database, jobs, sessionLog } = deps;
  const { store, active, queueing } = parts;

  /** An active turn continues without the server; the next turn parks. So does the turn that ends a sleep. */
  function mayPark(session: SessionRow, turn: TurnRow | undefined): boolean {
    if (active.get(session.id) !== undefined || turn?.kind === "clone_only") return false;
    if (session.status === "needs_input") return !session.blockedOnElicitation;
    return session.status === "waiting" && !session.waitingKind?.startsWith("asleep");
  }

  function release(session: SessionRow): SessionRow {
    const turn = store.open(session.id);
    sessionLog.note(session.id, "info", text.log.signedIn);
    const free = { failureReason: null, failureDetail: null, oauthRequiredServers: [] };
    if (turn) return queueing.resumeTurn(turn, session, { cause: "consented", changes: free });
    return sessions.transition(session, { kind: "unparked", neverUsed: session.clonePath === null }, free);
  }

  /** Parks or resumes a session as its servers require. Inside the caller's transaction. */
  function review(session: SessionRow): SessionRow {
    const servers = deps.missingSignIns(session);
    const isParked = isParkedForSignIn(session);
    if (isParked && servers.length === 0) return release(session);
    const turn = store.open(session.id);
    if (servers.length > 0 && !isParked && mayPark(session, turn)) {
      const job = session.jobId ?? session.runningJobId;
      if (job !== null) jobs.remove(job);
      return parkTurn(deps, parts, { session, turn, servers });
    }
    return isDeepStrictEqual(session.oauthRequiredServers, servers)
      ? session
      : sessions.write(session, { oauthRequiredServers: [...servers] });
  }

  return {
    reviewSignIns: review,

    /** After a sign-in or a change of the catalog, and periodically. */
    reviewParked: (): void =>
      database.transaction(() => {
        for (const session of sessions.waiting(["parked"])) if (isParkedForSignIn(session)) review(session);
      }),
  };
}
