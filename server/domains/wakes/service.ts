import type { Database } from "../../db/open.ts";
import type { JobQueue } from "../../jobs/queue.ts";
import type { Clock } from "../../lib/clock.ts";
import { instant } from "../../lib/instant.ts";
import { isTimeZone, readWallClock, zonedInstant } from "../../lib/wall-clock.ts";
import type { SessionRow, SessionService, TimelinePort } from "../sessions/index.ts";
import { wakeRefusal } from "./errors.ts";
import type { ArmedWake, WakeRequest } from "./model.ts";
import { isFarEnough, readWakeTime, wakePrompt } from "./rules.ts";
import { type WakeEnd, type WakeRow, type wakeStore } from "./store.ts";

export type WakeService = ReturnType<typeof wakeService>;

/** The name of the job that delivers a wake. */
export const wakeJob = "wake";

export interface WakeDeps {
  database: Database;
  store: ReturnType<typeof wakeStore>;
  jobs: Pick<JobQueue, "add" | "remove">;
  clock: Clock;
  sessions: Pick<SessionService, "find" | "byId" | "transition" | "write">;
  timeline: TimelinePort;
  /** Puts a message before a session, inside the transaction that ends the wake. */
  post(sessionId: number, message: { content: string; sender: string }): unknown;
}

/**
 * Prompts that a session has itself given later. Wakes add up and the first one to fire ends the others. An armed
 * wake is a row and a durable job: one that came due while the service was down is delivered at the next start.
 */
export function wakeService(deps: WakeDeps) {
  const { database, store, jobs, clock, sessions, timeline } = deps;

  function end(wake: WakeRow, state: WakeEnd): void {
    store.end(wake.id, state, clock.now());
    // The job of a wake that fires is the one that is running, and ends itself.
    if (wake.jobId !== null && state !== "delivered") jobs.remove(wake.jobId);
    timeline.changed(wake.sessionId);
  }

  function endAll(sessionId: number, state: WakeEnd): WakeRow[] {
    const armed = store.armed(sessionId);
    for (const wake of armed) end(wake, state);
    return armed;
  }

  function dropSleepIntent(row: SessionRow): void {
    if (row.pendingSleep) sessions.write(row, { pendingSleep: false });
    // Nothing is left to wake it.
    if (row.waitingKind === "asleep_on_wake" && !store.hasArmed(row.id))
      sessions.transition(row, { kind: "turn_rested" });
  }

  function fire(wake: WakeRow): void {
    const session = sessions.byId(wake.sessionId);
    if (session?.status === "failed" || session?.status === "archived") {
      end(wake, "cancelled");
      const sentence = `The wake of ${instant(wake.wakeAt)} was not delivered: the session is ${session.status}`;
      return timeline.note(wake.sessionId, "warning", sentence);
    }
    end(wake, "delivered");
    endAll(wake.sessionId, "superseded");
    timeline.note(wake.sessionId, "info", `The wake of ${instant(wake.wakeAt)} was delivered`);
    const told = { dueAt: instant(wake.wakeAt), firedAt: instant(clock.now()), prompt: wake.prompt };
    deps.post(wake.sessionId, { content: wakePrompt(told), sender: "a wake" });
  }

  return {
    /** The wakes to come, the next one first. */
    armed: (sessionId: number): ArmedWake[] => store.armed(sessionId).map(view),

    /** The session sleeps until then: now where nothing is under way, else from the end of its turn on. */
    arm(reference: string, request: WakeRequest): ArmedWake {
      const { timezone = "UTC" } = request;
      const wakeAt = readWakeAt(request.wake_at, timezone, clock.now());
      return database.transaction(() => {
        const session = sessions.find(reference);
        sessions.transition(session, { kind: "wake_armed" });
        const wake = store.insert({
          sessionId: session.id,
          prompt: request.prompt,
          wakeAt,
          scheduledAt: request.wake_at.trim(),
          timezone,
          state: "armed",
          createdAt: clock.now(),
        });
        store.setJob(
          wake.id,
          jobs.add({ kind: wakeJob, payload: { wakeId: wake.id }, key: `wake:${wake.id}`, runAt: wakeAt }),
        );
        timeline.note(session.id, "info", `A wake is set for ${instant(wakeAt)}`);
        return view(wake);
      });
    },

    /** Takes back one wake, or all of them; a session that stays up for none of them does not sleep for it. */
    cancel: (reference: string, wakeId?: number): ArmedWake[] =>
      database.transaction(() => {
        const session = sessions.find(reference);
        const wanted = store.armed(session.id).filter(({ id }) => wakeId === undefined || id === wakeId);
        if (wakeId !== undefined && wanted.length === 0) throw wakeRefusal("not_armed", { id: wakeId });
        for (const wake of wanted) end(wake, "cancelled");
        if (wanted.length > 0 && !store.hasArmed(session.id)) dropSleepIntent(session);
        return wanted.map(view);
      }),

    /** The turn ends for a person to act, whatever wakes are armed (R200). Answers those that still are. */
    restForPerson: (reference: string): ArmedWake[] =>
      database.transaction(() => {
        const session = sessions.find(reference);
        dropSleepIntent(session);
        return store.armed(session.id).map(view);
      }),

    /** A person takes the session over: nothing it waited for matters any more (lifecycle 102). */
    supersede: (sessionId: number): void => void endAll(sessionId, "superseded"),

    /** Nobody is left to be woken. Runs inside the transaction that archives. */
    dropAll: (sessionId: number): void => void endAll(sessionId, "cancelled"),

    /** Safe to be run again: a wake is delivered in the transaction that ends it. */
    deliver: (wakeId: number): void =>
      database.transaction(() => {
        const wake = store.byId(wakeId);
        if (wake?.state === "armed") fire(wake);
      }),
  };
}

/** Epoch ms of what was asked for; throws the refusal that says what is wrong with it. */
function readWakeAt(text: string, zone: string, now: number): number {
  if (!isTimeZone(zone)) throw wakeRefusal("unknown_zone", { zone });
  const time = readWakeTime(text, zone);
  if (time.kind === "refused") throw wakeRefusal(time.why, { text, zone });
  const clock = readWallClock(time.text);
  if (clock.kind !== "wall") throw wakeRefusal("unreadable", { text });
  const at = zonedInstant(clock.asUtcMs, zone);
  if (!isFarEnough(at, now)) throw wakeRefusal("too_soon", { at: instant(at), now: instant(now) });
  return at;
}

const view = (row: WakeRow): ArmedWake => ({
  id: row.id,
  session_id: row.sessionId,
  prompt: row.prompt,
  scheduled_at: row.scheduledAt,
  timezone: row.timezone,
  wake_at: instant(row.wakeAt),
  created_at: instant(row.createdAt),
});
