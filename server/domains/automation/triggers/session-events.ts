import type { SessionRow, Transition } from "../../sessions/sessions/index.ts";
import { effectOf, eventOf, hasHappened, plainTitle, type ReportedEvent } from "./event-rules.ts";
import { sessionEventJob } from "./jobs.ts";
import type { TriggerDeps } from "./ports.ts";
import { watchOf } from "./rules.ts";
import type { ConditionRow, TriggerStore } from "./store.ts";
import { eventSentence } from "./text.ts";
import { storedCondition } from "./view.ts";

/** A session needs input briefly between two turns; the event counts once that has lasted this long. */
const settleMs = 30_000;

type Subject = Pick<SessionRow, "id" | "version" | "needsInputCount"> & { title: string | null };

/**
 * Reports session events to the conditions that wait for them. It all runs inside the transaction of the change
 * itself, so that there is a durable job for every change that was committed.
 */
export function triggerSessionEvents({ jobs, sessions, clock }: TriggerDeps, store: TriggerStore) {
  function send(
    condition: ConditionRow,
    subject: Subject,
    what: { event: ReportedEvent; runAt: number },
  ): void {
    const { event, runAt } = what;
    const payload = {
      conditionId: condition.id,
      sessionId: subject.id,
      news: event,
      rest: subject.needsInputCount,
      title: subject.title === null ? "" : plainTitle(subject.title),
      sentence: eventSentence(subject, event),
    };
    const key = `news:${condition.id}:${subject.id}:${event}:${subject.version}`;
    jobs.add(sessionEventJob, payload, { key, runAt });
  }

  /** A wait for any session is for autonomous ones, and never for what the trigger itself caused. */
  function isMeant(condition: ConditionRow, watched: number | null, subject: SessionRow): boolean {
    if (watched !== null) return true;
    return subject.isAutonomous && !store.stemsFrom(subject.id, condition.triggerId);
  }

  /** The session was deleted: what waits for it alone is notified. */
  function removed(sessionId: number): void {
    const gone = { id: sessionId, title: null, version: 0, needsInputCount: 0 };
    for (const condition of store.watchers(sessionId)) {
      if (watchOf(storedCondition(condition))?.watched === sessionId)
        send(condition, gone, { event: "session_deleted", runAt: clock.now() });
    }
  }

  return {
    removed,

    onTransition(transition: Transition): void {
      const { after } = transition;
      const event = eventOf(transition);
      if (event === null) return;
      const runAt = clock.now() + (event === "session_needs_input" ? settleMs : 0);
      for (const condition of store.watchers(after.id)) {
        const watch = watchOf(storedCondition(condition));
        if (!watch || !isMeant(condition, watch.watched, after)) continue;
        const effect = effectOf(event, watch.event);
        if (effect === "happened" || (effect === "lost" && watch.watched !== null))
          send(condition, after, { event, runAt });
      }
    },

    /** Reports at once an event that already happened, or can no longer happen, when the wait begins. */
    catchUp(condition: ConditionRow): void {
      const watch = watchOf(storedCondition(condition));
      if (!watch || watch.watched === null || condition.spent) return;
      const subject = sessions.byId(watch.watched);
      const runAt = clock.now();
      if (!subject) return removed(watch.watched);
      if (hasHappened(subject.status, watch.event)) send(condition, subject, { event: watch.event, runAt });
      else if (subject.status === "archived") send(condition, subject, { event: "session_archived", runAt });
    },
  };
}

export type SessionEvents = ReturnType<typeof triggerSessionEvents>;
