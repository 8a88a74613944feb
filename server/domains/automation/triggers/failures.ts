import type { TriggerDeps } from "./ports.ts";
import type { TriggerRow, TriggerStore } from "./store.ts";
import { text } from "./text.ts";
import type { WakeScheduling } from "./wake-scheduling.ts";

const errorLimit = 1_000;

export type TriggerFailures = ReturnType<typeof triggerFailures>;

/** Sets triggers to failed: they start nothing more by themselves until somebody turns them on again. */
export function triggerFailures(
  { database, sessions, clock, sessionLog }: TriggerDeps,
  store: TriggerStore,
  wakes: Pick<WakeScheduling, "disarmAll">,
) {
  return {
    /** R86. Its wakes are canceled too, so that no session sleeps until one that never comes. */
    fail(row: TriggerRow, reason: string): void {
      database.transaction(() => {
        wakes.disarmAll(row.id);
        const now = clock.now();
        const lastError = reason.slice(0, errorLimit);
        store.update(row.id, { status: "failed", failedAt: now, lastError, updatedAt: now });
        store.clearSchedules(row.id);
        const { lastSessionId } = row;
        if (lastSessionId === null || !sessions.byId(lastSessionId)) return;
        sessionLog.note(lastSessionId, "warning", text.failed(row.name, lastError));
      });
    },
  };
}
