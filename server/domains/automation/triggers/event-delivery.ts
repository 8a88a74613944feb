import type { JobResult } from "../../../jobs/definition.ts";
import type { RunningJob } from "../../../jobs/runner.ts";
import { Refusal } from "../../../lib/errors.ts";
import { verdictOn } from "./event-rules.ts";
import type { TriggerFiring } from "./firing.ts";
import type { SessionEventPayload } from "./jobs.ts";
import type { TriggerDeps } from "./ports.ts";
import { isOneShot, watchOf } from "./rules.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { storedCondition } from "./view.ts";
import type { WakeArming } from "./wake-scheduling.ts";

interface Task {
  news: SessionEventPayload;
  job: Pick<RunningJob, "id" | "attempt">;
}

/** A wait that ends once may be spoilt by a passing fault; it is tried this often before it is given up. */
const attempts = 3;
const errorLimit = 1_000;
/** How long a burst lasts at least; a wait that came in it is told afterwards. */
const burstMs = 5 * 60_000;

interface Parts {
  arming: WakeArming;
  firing: TriggerFiring;
}

export type EventDelivery = ReturnType<typeof eventDelivery>;

/** What becomes of the news of a session: a wake, a fire, or nothing where it is overtaken. */
export function eventDelivery(deps: TriggerDeps, store: TriggerStore, { arming, firing }: Parts) {
  const { database, sessions, clock, sessionLog } = deps;

  /** It went on since, or rests anew: then there is other news of it. */
  function isOvertaken({ news, sessionId, rest }: SessionEventPayload): boolean {
    if (news !== "session_needs_input") return false;
    const session = sessions.byId(sessionId);
    return session?.status !== "needs_input" || session.needsInputCount !== rest;
  }

  /** R86. Its session is not left asleep for a wake that does not come. */
  function park(row: TriggerRow, reason: string): void {
    database.transaction(() => {
      arming.disarmAll(row.id);
      const now = clock.now();
      const lastError = reason.slice(0, errorLimit);
      store.update(row.id, { status: "failed", failedAt: now, lastError, updatedAt: now });
      const { lastSessionId } = row;
      if (lastSessionId === null || !sessions.byId(lastSessionId)) return;
      sessionLog.note(lastSessionId, "warning", `The trigger "${row.name}" failed: ${lastError}`);
    });
  }

  /** Nothing more comes of what one condition waits for; the trigger goes on with its others. */
  function lose(row: TriggerRow, condition: ConditionRow, { sentence }: SessionEventPayload): void {
    const open = store.conditions(row.id).filter(({ id, spent }) => id !== condition.id && !spent);
    if (open.length > 0) return store.removeCondition(condition.id);
    park(row, `${sentence}, so what this trigger waits for cannot come any more`);
  }

  async function fire(row: TriggerRow, condition: ConditionRow, { news, job }: Task): Promise<JobResult> {
    const once = isOneShot(storedCondition(condition));
    const outcome = await firing.fire({
      triggerId: row.id,
      variables: variablesOf(deps, news),
      by: { kind: "event", sessionId: news.sessionId },
      alongside({ kind }) {
        if (once && kind === "burst_suppressed") return;
        const fired = kind === "fired" || kind === "burst_notice";
        store.changeCondition(condition.id, {
          ...(once && { spent: true }),
          ...(fired && { lastTriggeredAt: clock.now() }),
        });
        deps.jobs.remove(job.id);
      },
    });
    if (once && outcome.kind === "burst_suppressed") return { againAt: clock.now() + burstMs };
    if (once && (outcome.kind === "error" || outcome.kind === "not_reusable"))
      park(row, outcome.refusal.message);
    return undefined;
  }

  async function act(row: TriggerRow, condition: ConditionRow, task: Task): Promise<JobResult> {
    const { news } = task;
    const watch = watchOf(storedCondition(condition));
    if (!watch || (watch.watched !== null && watch.watched !== news.sessionId)) return undefined;
    const verdict = verdictOn(news.news, watch.event);
    if (verdict === "nothing") return undefined;
    const wake = { sentence: news.sentence, variables: variablesOf(deps, news), lost: verdict === "lost" };
    if (arming.tell(row, condition, wake)) return undefined;
    if (verdict === "happened") return fire(row, condition, task);
    lose(row, condition, news);
    return undefined;
  }

  return {
    /** Safe to be run again: what it does, it does in the transaction that ends the condition or this job. */
    async tell(news: SessionEventPayload, job: Task["job"]): Promise<JobResult> {
      const condition = store.condition(news.conditionId);
      const row = condition && store.find(condition.triggerId);
      if (!condition || condition.spent || row?.status !== "enabled" || isOvertaken(news)) return undefined;
      try {
        return await act(row, condition, { news, job });
      } catch (error) {
        const isFinal = error instanceof Refusal || job.attempt >= attempts;
        if (!isFinal || !isOneShot(storedCondition(condition))) throw error;
        park(row, error instanceof Error ? error.message : String(error));
        return undefined;
      }
    },
  };
}

const variablesOf = ({ sessionUrl }: TriggerDeps, { sessionId, title, sentence }: SessionEventPayload) => ({
  event: sentence,
  text: sentence,
  number: sessionId,
  title,
  link: sessionUrl(sessionId),
});
