import type { SessionRow, Transition } from "../../sessions/sessions/index.ts";
import { eventOf, isThere, newsSentence, plainTitle, type SessionNews, verdictOn } from "./event-rules.ts";
import { sessionEventJob } from "./jobs.ts";
import type { TriggerDeps } from "./ports.ts";
import { watchOf } from "./rules.ts";
import type { ConditionRow, TriggerStore } from "./store.ts";
import { storedCondition } from "./view.ts";

/** Between two turns a session rests for a moment; it needs input once it has stayed that way. */
const settleMs = 30_000;

type Subject = Pick<SessionRow, "id" | "version" | "needsInputCount"> & { title: string | null };

/**
 * Who waits for what becomes of sessions. Everything here runs inside the transaction of the change itself: the
 * news is a durable job or it did not happen.
 */
export function triggerSessionEvents({ jobs, sessions, clock }: TriggerDeps, store: TriggerStore) {
  function send(condition: ConditionRow, subject: Subject, what: { news: SessionNews; runAt: number }): void {
    const { news, runAt } = what;
    const payload = {
      conditionId: condition.id,
      sessionId: subject.id,
      news,
      rest: subject.needsInputCount,
      title: subject.title === null ? "" : plainTitle(subject.title),
      sentence: newsSentence(subject, news),
    };
    const key = `news:${condition.id}:${subject.id}:${news}:${subject.version}`;
    jobs.add(sessionEventJob, payload, { key, runAt });
  }

  /** A broadcast is for autonomous sessions, and never for what it caused itself. */
  function isMeant(condition: ConditionRow, watched: number | null, subject: SessionRow): boolean {
    if (watched !== null) return true;
    return subject.isAutonomous && !store.stemsFrom(subject.id, condition.triggerId);
  }

  /** The session is gone: whoever waits for it alone waits in vain. */
  function removed(sessionId: number): void {
    const gone = { id: sessionId, title: null, version: 0, needsInputCount: 0 };
    for (const condition of store.watchers(sessionId)) {
      if (watchOf(storedCondition(condition))?.watched === sessionId)
        send(condition, gone, { news: "session_deleted", runAt: clock.now() });
    }
  }

  return {
    removed,

    onTransition(transition: Transition): void {
      const { after } = transition;
      const news = eventOf(transition);
      if (news === null) return;
      const runAt = clock.now() + (news === "session_needs_input" ? settleMs : 0);
      for (const condition of store.watchers(after.id)) {
        const watch = watchOf(storedCondition(condition));
        if (!watch || !isMeant(condition, watch.watched, after)) continue;
        const verdict = verdictOn(news, watch.event);
        if (verdict === "happened" || (verdict === "lost" && watch.watched !== null))
          send(condition, after, { news, runAt });
      }
    },

    /** A wait that begins when its event has come already, or cannot come any more, ends at once. */
    catchUp(condition: ConditionRow): void {
      const watch = watchOf(storedCondition(condition));
      if (!watch || watch.watched === null || condition.spent) return;
      const subject = sessions.byId(watch.watched);
      const runAt = clock.now();
      if (!subject) return removed(watch.watched);
      if (isThere(subject.status, watch.event)) send(condition, subject, { news: watch.event, runAt });
      else if (subject.status === "archived") send(condition, subject, { news: "session_archived", runAt });
    },
  };
}

export type News = ReturnType<typeof triggerSessionEvents>;
