import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionLogPort, SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import type { Session } from "../../sessions/sessions/model.ts";
import { rankedSessions } from "../../sessions/sessions/queries.ts";
import type { TurnService } from "../../turns/turns/index.ts";
import { type AdmissionService, type Decided, forcedPriority } from "../admission/index.ts";
import { queueRefusal } from "./errors.ts";
import { queueList } from "./queue-list.ts";
import { decideStart, type Ranked, rankBetween, ranksOnTop } from "./rules.ts";
import { text } from "./text.ts";

export interface QueueDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "fullAt" | "runNow" | "setPriority">;
  sessions: SessionService;
  sessionLog: SessionLogPort;
  turns: Pick<TurnService, "admit" | "hasWork" | "threadVictim" | "yieldTurn" | "post">;
  admission: Pick<
    AdmissionService,
    "decide" | "onChanged" | "pauseAll" | "resumeAll" | "spotPolicy" | "store"
  >;
}

/** The neighbors of the new place. */
interface Place {
  above_id?: number | null | undefined;
  below_id?: number | null | undefined;
}

export type SpotQueueService = ReturnType<typeof spotQueueService>;

/** A turn that was stopped for another is spared for this long. */
const spareMs = 5 * 60_000;

/** What people and callers do with the order of work. */
export function spotQueueService(deps: QueueDeps) {
  const { database, sessions, sessionLog } = deps;
  const start = startNow(deps);
  const force = forcing(deps);

  return {
    pauseAll: deps.admission.pauseAll,
    resumeAll: deps.admission.resumeAll,

    list: queueList(deps, (id) => force.victimOf(id, null)),

    startNow: (reference: string, by: Actor) =>
      database.transaction(() => {
        const row = sessions.find(reference);
        const outcome = start(row, by);
        const session = sessions.view(sessions.find(String(row.id)));
        return { session, ...outcome };
      }),

    forceStart: force.start,
    /** The session whose turn would be stopped to start this one; null if the start would be refused. */
    victimOf(sessionId: number) {
      const target = sessions.byId(sessionId);
      const victim = target && force.victimOf(sessionId, null);
      if (!target || !victim) return null;
      const decision = decideStart({ ...target, hasTurn: true });
      return force.slotFor(target, decision === "already_due").verdict.allowed ? victim : null;
    },

    reorder: (reference: string, place: Place) =>
      database.transaction(() => reorder(deps, sessions.find(reference), place)),

    reorderAll: (ids: readonly number[], of: { reason: string; by: Actor }) =>
      database.transaction(() => reorderAll(deps, ids, of)),

    /** E8: after a PATCH. Names who changed the class, and starts a waiting session that became a priority session. */
    onPatched(
      before: SessionRow,
      by: Actor,
    ): { outcome: "started" | "refused"; message: string } | undefined {
      const after = sessions.byId(before.id);
      if (!after || after.schedulingClass === before.schedulingClass) return undefined;
      const classes = [before, after].map((row) => ({
        chosen: row.schedulingClass,
        resolved: sessions.classOf(row),
      }));
      const [old, now] = classes;
      if (!old || !now) return undefined;
      sessionLog.note(after.id, "info", text.classChanged(old, now, actorName(by)));
      if (after.schedulingClass !== "priority" || after.status !== "waiting") return undefined;
      return database.transaction(() => promote(deps, after));
    },

    pauseIntoQueue: pausing(deps),
  };
}

/** The turn of a session that has just become a priority session. */
function promote(
  { jobs, turns }: QueueDeps,
  row: SessionRow,
): { outcome: "started" | "refused"; message: string } {
  const decision = decideStart({ ...row, hasTurn: true });
  const isAdmitted = decision === "ask_gate" && turns.admit(row.id);
  if (isAdmitted) return { outcome: "started", message: text.promoted };
  const job = row.jobId ?? row.runningJobId;
  if (decision === "retry_now" && job !== null && jobs.runNow(job))
    return { outcome: "started", message: text.retried };
  if (decision === "already_due") return { outcome: "started", message: text.promotedDue };
  const why = decision === "ask_gate" || decision === "retry_now" ? "nothing_queued" : decision;
  return { outcome: "refused", message: queueRefusal(why).message };
}

function startNow({ jobs, turns, admission, sessionLog }: QueueDeps) {
  return (row: SessionRow, by: Actor): { outcome: "started" | "already_due"; message: string } => {
    const decision = decideStart({ ...row, hasTurn: turns.hasWork(row) });
    const started = (message: string) => {
      sessionLog.note(row.id, "info", text.startedBy(actorName(by)));
      return { outcome: "started" as const, message };
    };
    switch (decision) {
      case "already_due":
        return { outcome: "already_due", message: text.alreadyDue };
      case "retry_now": {
        const job = row.jobId ?? row.runningJobId;
        if (job === null || !jobs.runNow(job)) return { outcome: "already_due", message: text.alreadyDue };
        return started(text.retried);
      }
      case "ask_gate": {
        const { verdict, detail } = admission.decide({ candidate: row });
        if (!verdict.allowed) throw queueRefusal("held", { detail });
        if (!turns.admit(row.id)) throw queueRefusal("nothing_queued");
        return started(text.started);
      }
      default:
        throw queueRefusal(decision);
    }
  };
}

function forcing(deps: QueueDeps) {
  const { clock, jobs, sessions, sessionLog, turns, admission } = deps;

  function victimOf(sessionId: number, acting: number | null) {
    const since = clock.now() - spareMs;
    return turns.threadVictim(sessionId, (id) => {
      const forcedOutAt = admission.store.record(id)?.forcedOutAt ?? null;
      return id === acting || (forcedOutAt !== null && forcedOutAt > since);
    });
  }

  /** What the spot policy says about the slot of a stopped turn. */
  const slotFor = (candidate: SessionRow, holdsSlot: boolean): Decided =>
    admission.decide({ candidate, holdsSlot, freed: 1 });

  /** Refuses before anybody is stopped. */
  function check(target: SessionRow, expected: number, acting: number | null): void {
    const decision = decideStart({ ...target, hasTurn: turns.hasWork(target) });
    if (decision !== "already_due" && decision !== "ask_gate")
      throw queueRefusal(decision === "retry_now" ? "nothing_queued" : decision);
    if (jobs.fullAt("agents") === null) throw queueRefusal("thread_free");
    const victim = victimOf(target.id, acting);
    if (!victim) throw queueRefusal("no_victim");
    if (victim.id !== expected) throw queueRefusal("victim_changed", victim);
    const { verdict, detail } = slotFor(target, decision === "already_due");
    if (!verdict.allowed) throw queueRefusal("held", { detail });
  }

  /** In the transaction that takes the slot from the victim. */
  function takeOver(victim: SessionRow, target: SessionRow, who: string): void {
    sessionLog.note(victim.id, "warning", text.forcedOut(target.id, who));
    sessionLog.note(target.id, "info", text.forcedBy(who, victim.id));
    const row = sessions.byId(target.id);
    if (row?.waitingKind === "spot_queue") turns.admit(row.id);
    const job = sessions.byId(target.id)?.jobId ?? null;
    if (job !== null) jobs.setPriority(job, forcedPriority);
  }

  async function start(
    reference: string,
    input: { expected_victim_id?: number | null | undefined; acting_session_id?: number | null | undefined },
    by: Actor,
  ): Promise<{ session: Session; message: string }> {
    const target = sessions.find(reference);
    const expected = input.expected_victim_id;
    if (expected === null || expected === undefined) throw queueRefusal("victim_missing");
    check(target, expected, input.acting_session_id ?? null);
    const stopped = await turns.yieldTurn(expected, {
      before(victim) {
        const now = clock.now();
        admission.store.change(victim.id, {
          state: "paused",
          why: "forced_out",
          since: now,
          forcedOutAt: now,
        });
        return true;
      },
      after: (victim) => takeOver(victim, target, actorName(by)),
    });
    if (!stopped) throw queueRefusal("victim_ended");
    admission.onChanged();
    return { session: sessions.view(sessions.find(String(target.id))), message: text.forced(expected) };
  }

  return { start, victimOf, slotFor };
}

function reorder(
  { database, sessions }: QueueDeps,
  row: SessionRow,
  place: Place,
): { session: Session; changes: Ranked[] } {
  if (row.status === "archived") throw queueRefusal("archived");
  const own = sessions.classOf(row);
  const order = rankedSessions(database.sql)().filter(
    (other) => other.id !== row.id && sessions.classOf(other) === own,
  );
  const indexOf = (id: number | null | undefined): number | null => {
    if (id === null || id === undefined) return null;
    if (id === row.id) throw queueRefusal("own_neighbor");
    const index = order.findIndex((other) => other.id === id);
    if (index < 0) throw queueRefusal("not_in_class", { id });
    return index;
  };
  const given = [indexOf(place.above_id), indexOf(place.below_id)] as const;
  // Neighbors the wrong way round mean the same place.
  const [above, below] =
    given[0] !== null && given[1] !== null && given[0] > given[1] ? [given[1], given[0]] : given;
  const upward = above === null ? [] : order.slice(0, above + 1).toReversed();
  const downward = below === null ? [] : order.slice(below);
  const changes = rankBetween(row.id, upward, downward).flatMap(({ id, precedence }) => {
    const before = sessions.byId(id);
    if (!before || before.precedence === precedence) return [];
    sessions.write(before, { precedence });
    return [{ id, precedence }];
  });
  return { session: sessions.view(sessions.find(String(row.id))), changes };
}

/** Puts these first, in this order; those that are not named keep their ranks behind them. */
function reorderAll(
  { database, sessions, sessionLog }: QueueDeps,
  ids: readonly number[],
  { reason, by }: { reason: string; by: Actor },
): { changes: Ranked[]; message: string } {
  const open = rankedSessions(database.sql)();
  const known = new Set(open.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw queueRefusal("not_open", { id: unknown });
  if (new Set(ids).size < ids.length) throw queueRefusal("named_twice");
  const changes = ranksOnTop(ids, open).flatMap(({ id, precedence }) => {
    const before = sessions.byId(id);
    if (!before || before.precedence === precedence) return [];
    sessions.write(before, { precedence });
    sessionLog.note(id, "info", text.reordered(actorName(by), reason));
    return [{ id, precedence }];
  });
  return { changes, message: text.orderWritten(ids.length) };
}

/** "Pause until: spot queue". */
function pausing({ clock, sessions, sessionLog, turns, admission }: QueueDeps) {
  return async (
    reference: string,
    prompt: string | null | undefined,
    by: Actor,
  ): Promise<{ session: Session; message: string }> => {
    const { id, status } = sessions.find(reference);
    const asSpot = (row: SessionRow): SessionRow =>
      sessions.classOf(row) === "spot" ? row : sessions.write(row, { schedulingClass: "spot" });
    const before = (row: SessionRow): boolean => {
      asSpot(row);
      admission.store.change(id, { state: "paused", why: "by_hand", since: clock.now() });
      sessionLog.note(id, "info", text.pausedBy(actorName(by)));
      return true;
    };
    const after = (): void => {
      if (prompt?.trim()) turns.post(id, { content: prompt, sender: actorName(by), author: by });
    };
    if (!(await turns.yieldTurn(id, { before, after }))) throw queueRefusal("cannot_pause", { status });
    return { session: sessions.view(sessions.find(String(id))), message: text.paused };
  };
}
