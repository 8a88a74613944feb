import type { Transition } from "../../sessions/sessions/index.ts";
import type { TriggerHistory } from "./history.ts";
import type { HistoryCause } from "./history-model.ts";
import { outsideKindOf } from "./outside-kinds.ts";
import type { TriggerDeps } from "./ports.ts";
import { kindOf } from "./rules.ts";
import type { TriggerStore } from "./store.ts";
import { text } from "./text.ts";

/**
 * A fire is over once its session exists, so what becomes of an event whose session then fails is kept here: in the history
 * of its trigger and the log of the session. Nothing fires again by itself.
 */
export function startedFailures(
  { sessionLog }: Pick<TriggerDeps, "sessionLog">,
  store: TriggerStore,
  history: TriggerHistory,
) {
  return {
    /** In the transaction of the change. */
    onTransition({ before, after }: Pick<Transition, "before" | "after">): void {
      if (after.status !== "failed" || before.status === "failed") return;
      for (const triggerId of store.triggersOf(after.id)) {
        const row = store.find(triggerId);
        if (!row) continue;
        const began = history.ofSession({ triggerId, sessionId: after.id });
        const { summary = "", conditionId = null, cause = causeOf(after.genesis) } = began ?? {};
        const reason = text.startedFailed(after.id, after.failureDetail);
        history.record({
          triggerId,
          conditionId,
          outcome: "failed",
          cause,
          summary,
          reason,
          sessionId: after.id,
        });
        sessionLog.note(after.id, "error", text.startedBy(row.name, summary));
      }
    },
  };
}

const causes: Readonly<Record<string, HistoryCause>> = {
  schedule: "schedule",
  ao_event: "session",
  web_ui: "board",
};

/** Once the entry of the start has left the history. */
const causeOf = (genesis: string): HistoryCause =>
  causes[genesis] ?? outsideKindOf(kindOf(genesis))?.cause ?? "invoke";
