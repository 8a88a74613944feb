import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { isTimeZone, readWallClock, zonedInstant } from "../../../lib/wall-clock.ts";
import type {
  SessionEvents,
  SessionLogPort,
  SessionRow,
  SessionService,
  Transition,
} from "../sessions/index.ts";
import { wakeRefusal } from "./errors.ts";
import { deliverWakeJob } from "./jobs.ts";
import type { ArmedWake, WakeRequest } from "./model.ts";
import { isFarEnough, noTime, readWakeTime } from "./rules.ts";
import { type WakeEnd, type WakeRow, type WakeStore, wakeStore } from "./store.ts";
import { text, type WakeOccasion } from "./text.ts";

export type WakeService = ReturnType<typeof wakeService>;

export interface WakeDeps {
  database: Database;
  jobs: Pick<JobQueue, "add" | "remove">;
  clock: Clock;
  events: SessionEvents;
  sessions: Pick<SessionService, "find" | "byId" | "transition" | "write">;
  sessionLog: SessionLogPort;
  /** Sends the session a message, inside the transaction that ends the wake. */
  post(sessionId: number, message: { content: string; sender: string }): unknown;
}

/** A wake at a time. */
export interface WakeAt {
  /** Epoch ms. */
  at: number;
  /** The local time as requested. */
  scheduledAt: string;
  timezone: string;
  prompt: string;
}

/** A wake for an event; the watcher of the event fires the wake. */
export interface WakeOn {
  /** The event as a clause, such as "session #7 fails". */
  waitsFor: string;
  prompt: string;
}

interface WakeMessage {
  /** Why the wake fires, as a clause. */
  reason: string;
  prompt: string;
}

/**
 * Prompts that a session schedules for itself. A session can have several wakes, and the first to fire ends the others. A
 * wake with a time has a durable job, so one that came due while the service was down fires at the next start. A wake
 * that waits for an event is fired by its watcher.
 */
export function wakeService(deps: WakeDeps) {
  const { database, clock, sessions } = deps;
  const store = wakeStore(database);
  const { end, endAll, fireWake, dropSleepIntent } = wakeEnding(deps, store);
  const { armAt, armOn } = wakeArming(deps, store);

  return {
    /** The armed wakes, the next one first. */
    armed: (sessionId: number): ArmedWake[] => store.armed(sessionId).map(view),

    /** Inside the caller's transaction. A wake whose time has passed fires immediately. */
    armAt,

    /** Inside the caller's transaction; `fire` delivers it. */
    armOn,

    /**
     * Fires a wake because its event happened or has become impossible. Does nothing if the wake has already ended. Inside
     * the caller's transaction.
     */
    fire(wakeId: number, message: WakeMessage): void {
      const wake = store.byId(wakeId);
      if (wake?.state === "armed") fireWake(wake, message);
    },

    /** Schedules a wake; the session sleeps until then, starting now or after its turn. */
    arm(reference: string, request: WakeRequest): ArmedWake {
      const { timezone = "UTC", prompt } = request;
      const at = readWakeAt(request.wake_at, timezone, clock.now());
      return database.transaction(() =>
        armAt(sessions.find(reference).id, { at, scheduledAt: request.wake_at.trim(), timezone, prompt }),
      );
    },

    /** Cancels one wake, or all of them. A session without any wake left no longer sleeps for one. */
    cancel: (reference: string, wakeId?: number): ArmedWake[] =>
      database.transaction(() => {
        const session = sessions.find(reference);
        const wanted = store.armed(session.id).filter(({ id }) => wakeId === undefined || id === wakeId);
        if (wakeId !== undefined && wanted.length === 0) throw wakeRefusal("not_armed", { id: wakeId });
        for (const wake of wanted) end(wake, "cancelled");
        if (wanted.length > 0 && !store.hasArmed(session.id)) dropSleepIntent(session);
        return wanted.map(view);
      }),

    /**
     * Lets the session need input after its turn despite armed wakes (R200), or now if it is asleep. Returns the wakes that
     * are still armed.
     */
    restForPerson: (reference: string): ArmedWake[] =>
      database.transaction(() => {
        const session = sessions.find(reference);
        const { id, status } = session;
        if (status === "failed" || status === "archived") throw wakeRefusal("cannot_rest", { status });
        dropSleepIntent(session);
        const left = sessions.find(reference);
        if (isAsleep(left)) sessions.transition(left, { kind: "turn_rested" });
        return store.armed(id).map(view);
      }),

    /** Ends all wakes because a person continues the session. */
    supersede: (sessionId: number): void => void endAll(sessionId, "superseded"),

    /** An archived session is never woken. */
    onTransition({ after, event }: Transition): void {
      if (event.kind === "archive") endAll(after.id, "cancelled");
    },

    /** Can run twice: a wake is delivered in the transaction that ends it. */
    deliver: (wakeId: number): void =>
      database.transaction(() => {
        const wake = store.byId(wakeId);
        if (wake?.state !== "armed") return;
        const reason = text.dueReason(instant(wake.wakeAt), instant(clock.now()));
        fireWake(wake, { reason, prompt: wake.prompt });
      }),
  };
}

const isAsleep = ({ status, waitingKind }: SessionRow): boolean =>
  status === "waiting" && (waitingKind === "asleep" || waitingKind === "asleep_on_wake");

/** Ends and fires wakes. */
function wakeEnding(deps: WakeDeps, store: WakeStore) {
  const { jobs, clock, events, sessions, sessionLog } = deps;

  function end(wake: WakeRow, state: WakeEnd): void {
    if (!store.end(wake.id, state, clock.now())) return;
    events.emit("wakeEnded", { id: wake.id, sessionId: wake.sessionId, state });
    // The job of a wake that fires is running now and ends on its own.
    if (wake.jobId !== null && state !== "delivered") jobs.remove(wake.jobId);
    sessionLog.changed(wake.sessionId);
  }

  function endAll(sessionId: number, state: WakeEnd): WakeRow[] {
    const armed = store.armed(sessionId);
    for (const wake of armed) end(wake, state);
    return armed;
  }

  function dropSleepIntent(row: SessionRow): void {
    if (row.pendingSleep) sessions.write(row, { pendingSleep: false });
    // Nothing would wake it.
    if (row.waitingKind === "asleep_on_wake" && !store.hasArmed(row.id))
      sessions.transition(row, { kind: "turn_rested" });
  }

  function fireWake(wake: WakeRow, message: WakeMessage): void {
    const session = sessions.byId(wake.sessionId);
    if (session?.status === "failed" || session?.status === "archived") {
      end(wake, "cancelled");
      const note = text.log.undelivered(occasion(wake), session.status);
      return sessionLog.note(wake.sessionId, "warning", note);
    }
    end(wake, "delivered");
    endAll(wake.sessionId, "superseded");
    sessionLog.note(wake.sessionId, "info", text.log.delivered(occasion(wake)));
    deps.post(wake.sessionId, { content: text.prompt(message), sender: text.sender });
  }

  return { end, endAll, fireWake, dropSleepIntent };
}

/** Arms wakes, inside the caller's transaction. */
function wakeArming({ jobs, clock, sessions, sessionLog }: WakeDeps, store: WakeStore) {
  function armAt(sessionId: number, { at, ...request }: WakeAt): ArmedWake {
    sessions.transition(sessions.find(String(sessionId)), { kind: "wake_armed" });
    const now = clock.now();
    const wake = store.insert({ ...request, sessionId, wakeAt: at, state: "armed", createdAt: now });
    store.setJob(wake.id, jobs.add(deliverWakeJob, { wakeId: wake.id }, { runAt: at }));
    sessionLog.note(sessionId, "info", text.log.scheduled({ due: instant(at) }));
    return view(wake);
  }

  function armOn(sessionId: number, { waitsFor, prompt }: WakeOn): ArmedWake {
    sessions.transition(sessions.find(String(sessionId)), { kind: "wake_armed" });
    const untimed = { wakeAt: noTime, scheduledAt: waitsFor, timezone: "" };
    const wake = store.insert({ ...untimed, prompt, sessionId, state: "armed", createdAt: clock.now() });
    sessionLog.note(sessionId, "info", text.log.scheduled({ waitsFor }));
    return view(wake);
  }

  return { armAt, armOn };
}

/** Parses the requested time to epoch ms. Throws if it is invalid. */
function readWakeAt(requested: string, zone: string, now: number): number {
  if (!isTimeZone(zone)) throw wakeRefusal("unknown_zone", { zone });
  const time = readWakeTime(requested, zone);
  if (time.kind === "refused") throw wakeRefusal(time.why, { text: requested, zone });
  const clock = readWallClock(time.text);
  if (clock.kind !== "wall") throw wakeRefusal("unreadable", { text: requested });
  const at = zonedInstant(clock.asUtcMs, zone);
  if (!isFarEnough(at, now)) throw wakeRefusal("too_soon", { at: instant(at), now: instant(now) });
  return at;
}

const hasTime = ({ wakeAt }: WakeRow): boolean => wakeAt !== noTime;

const occasion = (wake: WakeRow): WakeOccasion =>
  hasTime(wake) ? { due: instant(wake.wakeAt) } : { waitsFor: wake.scheduledAt };

const view = (row: WakeRow): ArmedWake => ({
  id: row.id,
  session_id: row.sessionId,
  prompt: row.prompt,
  scheduled_at: hasTime(row) ? row.scheduledAt : null,
  timezone: hasTime(row) ? row.timezone : null,
  wake_at: hasTime(row) ? instant(row.wakeAt) : null,
  waits_for: hasTime(row) ? null : row.scheduledAt,
  created_at: instant(row.createdAt),
});
