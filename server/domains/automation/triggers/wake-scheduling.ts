import { instant } from "../../../lib/instant.ts";
import type { WakeAt, WakeOn } from "../../sessions/wakes/index.ts";
import type { ArmedWake } from "../../sessions/wakes/model.ts";
import { scheduledInstant } from "./configuration.ts";
import { resolveLists, updateTarget } from "./equipment.ts";
import { promptOf } from "./fire-prompt.ts";
import type { TriggerDeps } from "./ports.ts";
import { type WakeProblem, watchOf } from "./rules.ts";
import type { SessionEvents } from "./session-events.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { renderTemplate } from "./template-rules.ts";
import { awaited, text } from "./text.ts";
import { reuseOf, storedCondition } from "./view.ts";
import { clockOf } from "./zone.ts";

/** The wake that a condition armed, kept in its state. */
interface Armed {
  wake_id: number;
  session_id: number;
}

type Wanted = { sessionId: number; wake: WakeAt | WakeOn };

/** The event that a session is woken for. */
export interface WakeEvent {
  sentence: string;
  variables: unknown;
  /** What it waits for cannot happen any more. */
  lost: boolean;
}

function armedBy(condition: ConditionRow): Armed | null {
  const { wake_id, session_id } = condition.state;
  return typeof wake_id === "number" && typeof session_id === "number" ? { wake_id, session_id } : null;
}

/** Whether the condition is a session's wake, which the wakes domain delivers. */
export const isWake = (condition: ConditionRow): boolean => armedBy(condition) !== null;

export type WakeScheduling = ReturnType<typeof wakeScheduling>;

/**
 * A trigger that reuses its session and fires once, at a time or on an event of another session, is that session's
 * wake: the session sleeps until then, and the wakes domain delivers. It all runs inside the caller's transaction.
 */
export function wakeScheduling(
  deps: TriggerDeps,
  store: TriggerStore,
  { catchUp }: Pick<SessionEvents, "catchUp">,
) {
  const { wakes, sessions } = deps;

  function disarm(condition: ConditionRow): void {
    const armed = armedBy(condition);
    if (!armed) return;
    // Before the cancellation, whose event would otherwise remove the trigger.
    store.changeCondition(condition.id, { state: {} });
    const open = sessions.byId(armed.session_id) ? wakes.armed(armed.session_id) : [];
    if (open.some(({ id }) => id === armed.wake_id)) wakes.cancel(String(armed.session_id), armed.wake_id);
  }

  function isArmedFor(armed: Armed | null, wanted: Wanted): boolean {
    if (armed?.session_id !== wanted.sessionId) return false;
    const wake = wakes.armed(wanted.sessionId).find(({ id }) => id === armed.wake_id);
    return wake !== undefined && wake.prompt === wanted.wake.prompt && isSameWait(wake, wanted.wake);
  }

  /** Arms, moves or cancels the wake of one condition. */
  function sync(
    row: TriggerRow,
    conditions: readonly ConditionRow[],
    condition: ConditionRow,
  ): WakeProblem | null {
    const wanted = wantedOf(deps, row, { conditions, condition });
    if (!wanted) {
      disarm(condition);
      if (row.status === "enabled") catchUp(condition);
      return null;
    }
    if (isArmedFor(armedBy(condition), wanted)) return null;
    disarm(condition);
    const { sessionId, wake } = wanted;
    const target = sessions.byId(sessionId);
    if (!target) return { sessionId, status: null };
    if (target.status === "failed" || target.status === "archived")
      return { sessionId, status: target.status };
    const { id } = "at" in wake ? wakes.armAt(sessionId, wake) : wakes.armOn(sessionId, wake);
    store.changeCondition(condition.id, { state: { wake_id: id, session_id: sessionId } satisfies Armed });
    catchUp(condition);
    return null;
  }

  return {
    /** Brings the wakes of a trigger in line with it. */
    sync(row: TriggerRow): WakeProblem[] {
      const conditions = store.conditions(row.id);
      const problems = conditions.map((condition) => sync(row, conditions, condition));
      return problems.filter((problem) => problem !== null);
    },

    /** Cancels the wake of a condition. */
    disarm,

    disarmAll(triggerId: number): void {
      for (const condition of store.conditions(triggerId)) disarm(condition);
    },

    ...wakeEnding(deps, store, disarm),
  };
}

/** How wakes that triggers armed end. */
function wakeEnding(deps: TriggerDeps, store: TriggerStore, disarm: (condition: ConditionRow) => void) {
  const { database, wakes, sessions, clock, sessionLog } = deps;

  /** Removes a condition, and the trigger with its last one. */
  function removeCondition(condition: ConditionRow): void {
    const isLast = store.conditions(condition.triggerId).length === 1;
    if (isLast) store.remove(condition.triggerId);
    else store.removeCondition(condition.id);
  }

  function fire(row: TriggerRow, armed: Armed, { sentence, variables, lost }: WakeEvent): void {
    const { prompt } = promptOf(deps, { row, conditions: store.conditions(row.id), variables });
    wakes.fire(
      armed.wake_id,
      lost
        ? { reason: text.lostWakeReason(sentence), prompt: text.lostWakePrompt(prompt) }
        : { reason: text.wakeReason(sentence), prompt },
    );
  }

  return {
    /** Delivers the wake of a condition; false when it has none. A lost one only when no other wake is set. */
    deliver(row: TriggerRow, condition: ConditionRow, event: WakeEvent): boolean {
      return database.transaction(() => {
        const armed = armedBy(condition);
        if (!armed) return false;
        const others = wakes.armed(armed.session_id).filter(({ id }) => id !== armed.wake_id);
        if (!event.lost || others.length === 0) {
          fire(row, armed, event);
          return true;
        }
        sessionLog.note(armed.session_id, "info", text.wakeCanceled(event.sentence));
        disarm(condition);
        removeCondition(condition);
        return true;
      });
    },

    /** Deletes the triggers that were only wakes of a deleted session. */
    sessionRemoved(sessionId: number): void {
      for (const id of store.triggersWaking(sessionId)) store.remove(id);
    },

    /** Deletes the trigger of a wake that has ended; keeps it as failed when the session could not be woken. */
    ended(wake: { id: number; sessionId: number; state: string }): void {
      const condition = store.conditionOfWake(wake.id);
      const row = condition && store.find(condition.triggerId);
      if (!condition || !row) return;
      const target = sessions.byId(wake.sessionId);
      if (target && wake.state === "delivered")
        updateTarget(deps, { row, lists: resolveLists(deps, store, row) }, target);
      if (wake.state !== "cancelled") return void store.remove(row.id);
      if (target?.status !== "failed") return removeCondition(condition);
      store.changeCondition(condition.id, { state: {} });
      const lastError = text.wakeUndelivered(wake.sessionId);
      store.update(row.id, { status: "failed", failedAt: clock.now(), lastError, updatedAt: clock.now() });
    },
  };
}

const isSameWait = (armed: ArmedWake, wake: WakeAt | WakeOn): boolean =>
  "at" in wake ? armed.wake_at === instant(wake.at) : armed.waits_for === wake.waitsFor;

/** The wake that a condition should have armed; null for none. */
function wantedOf(
  deps: TriggerDeps,
  row: TriggerRow,
  { conditions, condition }: { conditions: readonly ConditionRow[]; condition: ConditionRow },
): Wanted | null {
  const { lastSessionId: sessionId, promptTemplate } = row;
  const wakesOnly = row.reuseSession && reuseOf(row, conditions).firesOnce;
  if (!wakesOnly || sessionId === null || row.status !== "enabled" || condition.spent) return null;
  const stored = storedCondition(condition);
  // The variables of the event are filled in when it happens.
  if (watchOf(stored))
    return { sessionId, wake: { waitsFor: awaited(stored.configuration), prompt: promptTemplate } };
  const { configuration } = stored;
  const at = scheduledInstant(configuration);
  if (at === null) return null;
  const timezone = String(configuration["timezone"]);
  const prompt = renderTemplate(promptTemplate, {}, { ...clockOf(at, timezone), token: deps.newToken() });
  return { sessionId, wake: { at, timezone, scheduledAt: String(configuration["scheduled_at"]), prompt } };
}
