import type { JobResult } from "../../../jobs/definition.ts";
import type { RunningJob } from "../../../jobs/runner.ts";
import { Refusal } from "../../../lib/errors.ts";
import { effectOf } from "./event-rules.ts";
import type { TriggerFailures } from "./failures.ts";
import type { TriggerFiring } from "./firing.ts";
import type { SessionEventPayload } from "./jobs.ts";
import type { TriggerDeps } from "./ports.ts";
import { isOneShot, watchOf } from "./rules.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { text } from "./text.ts";
import { storedCondition } from "./view.ts";
import type { WakeScheduling } from "./wake-scheduling.ts";

interface Delivery {
  event: SessionEventPayload;
  job: Pick<RunningJob, "id" | "attempt">;
}

/** A condition that fires once is tried this often before a fault fails its trigger. */
const attempts = 3;
/** An event that comes while there is too little disk space is delivered once there is enough. */
const noSpaceMs = 30_000;
/** The least a burst lasts; an event that comes during it is delivered after it. */
const burstMs = 5 * 60_000;

interface Parts {
  wakes: WakeScheduling;
  firing: TriggerFiring;
  failures: TriggerFailures;
}

export type EventDelivery = ReturnType<typeof eventDelivery>;

/** Delivers a session event to one condition: as a wake, as a fire, or not at all when it is outdated. */
export function eventDelivery(deps: TriggerDeps, store: TriggerStore, { wakes, firing, failures }: Parts) {
  const { sessions, clock } = deps;
  const { fail } = failures;

  /** The session has gone on since, so a later event replaces this one. */
  function isOutdated({ news: event, sessionId, rest }: SessionEventPayload): boolean {
    if (event !== "session_needs_input") return false;
    const session = sessions.byId(sessionId);
    return session?.status !== "needs_input" || session.needsInputCount !== rest;
  }

  /** The event of one condition cannot happen any more; the trigger continues with its other conditions. */
  function endWait(row: TriggerRow, condition: ConditionRow, { sentence }: SessionEventPayload): void {
    const open = store.conditions(row.id).filter(({ id, spent }) => id !== condition.id && !spent);
    if (open.length > 0) return store.removeCondition(condition.id);
    fail(row, text.waitEnded(sentence));
  }

  async function fire(
    row: TriggerRow,
    condition: ConditionRow,
    { event, job }: Delivery,
  ): Promise<JobResult> {
    const once = isOneShot(storedCondition(condition));
    const outcome = await firing.fire({
      triggerId: row.id,
      variables: variablesOf(deps, event),
      by: { kind: "event", sessionId: event.sessionId, conditionId: condition.id },
      summary: event.sentence,
      withOutcome({ kind }) {
        if (once && kind === "burst_suppressed") return;
        const fired = kind === "fired" || kind === "burst_notice";
        store.changeCondition(condition.id, {
          ...(once && { spent: true }),
          ...(fired && { lastTriggeredAt: clock.now() }),
        });
        deps.jobs.remove(job.id);
      },
    });
    if (outcome.kind === "error" && outcome.refusal.status === 507)
      return { againAt: clock.now() + noSpaceMs };
    if (once && outcome.kind === "burst_suppressed") return { againAt: clock.now() + burstMs };
    if (once && (outcome.kind === "error" || outcome.kind === "not_reusable"))
      fail(row, outcome.refusal.message);
    return undefined;
  }

  async function act(row: TriggerRow, condition: ConditionRow, delivery: Delivery): Promise<JobResult> {
    const { event } = delivery;
    const watch = watchOf(storedCondition(condition));
    if (!watch || (watch.watched !== null && watch.watched !== event.sessionId)) return undefined;
    const effect = effectOf(event.news, watch.event);
    if (effect === "none") return undefined;
    const wake = { sentence: event.sentence, variables: variablesOf(deps, event), lost: effect === "lost" };
    if (wakes.deliver(row, condition, wake)) return undefined;
    if (effect === "happened") return fire(row, condition, delivery);
    endWait(row, condition, event);
    return undefined;
  }

  return {
    /** Safe to repeat: its effects share a transaction with the end of the condition or of this job. */
    async deliverEvent(event: SessionEventPayload, job: Delivery["job"]): Promise<JobResult> {
      const condition = store.condition(event.conditionId);
      const row = condition && store.find(condition.triggerId);
      if (!condition || condition.spent || row?.status !== "enabled" || isOutdated(event)) return undefined;
      try {
        return await act(row, condition, { event, job });
      } catch (error) {
        const isFinal = error instanceof Refusal || job.attempt >= attempts;
        if (!isFinal || !isOneShot(storedCondition(condition))) throw error;
        fail(row, error instanceof Error ? error.message : String(error));
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
