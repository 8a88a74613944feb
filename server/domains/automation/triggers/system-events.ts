import type { z } from "zod";
import type { JobResult } from "../../../jobs/definition.ts";
import type { TriggerFiring } from "./firing.ts";
import { systemEventJob } from "./jobs.ts";
import type { SystemEventName } from "./model.ts";
import type { TriggerDeps } from "./ports.ts";
import { systemEventOf } from "./rules.ts";
import type { ConditionRow, TriggerStore } from "./store.ts";
import { storedCondition } from "./view.ts";

/** What the service reports about itself. */
export interface SystemEvent {
  event: SystemEventName;
  /** Once for each condition, however often it is reported. */
  key: string;
  sentence: string;
  variables: Readonly<Record<string, string | number>>;
}

/** An event that comes while there is too little disk space is delivered once there is enough. */
const noSpaceMs = 30_000;

/** Fires the triggers that wait for an event of the service. */
export function systemEvents(
  deps: Pick<TriggerDeps, "jobs" | "clock">,
  store: TriggerStore,
  firing: TriggerFiring,
) {
  const listeners = (event: SystemEventName): ConditionRow[] =>
    store
      .enabledWith(event === "account_needs_reauth" ? "ao_event" : "system_event")
      .flatMap(({ id }) => store.conditions(id))
      .filter((condition) => systemEventOf(storedCondition(condition)) === event);

  return {
    /** Whether an enabled trigger waits for it. */
    hasSystemListener: (event: SystemEventName): boolean => listeners(event).length > 0,

    /** Inside the transaction of what happened. */
    onSystemEvent({ event, key, sentence, variables }: SystemEvent): void {
      for (const { id: conditionId } of listeners(event))
        deps.jobs.add(
          systemEventJob,
          { conditionId, event, sentence, variables: { ...variables } },
          { key: `system:${event}:${conditionId}:${key}` },
        );
    },

    async deliverSystemEvent({
      conditionId,
      event,
      sentence,
      variables,
    }: z.output<(typeof systemEventJob)["payload"]>): Promise<JobResult> {
      const condition = store.condition(conditionId);
      const row = condition && store.find(condition.triggerId);
      if (!condition || row?.status !== "enabled") return undefined;
      if (systemEventOf(storedCondition(condition)) !== event) return undefined;
      const outcome = await firing.fire({
        triggerId: row.id,
        variables: { event: sentence, text: sentence, ...variables },
        by: { kind: "system", event, conditionId },
        summary: sentence,
        withOutcome({ kind }) {
          if (kind === "fired" || kind === "burst_notice")
            store.changeCondition(conditionId, { lastTriggeredAt: deps.clock.now() });
        },
      });
      const isFull = outcome.kind === "error" && outcome.refusal.status === 507;
      return isFull ? { againAt: deps.clock.now() + noSpaceMs } : undefined;
    },
  };
}

export type SystemEvents = ReturnType<typeof systemEvents>;
