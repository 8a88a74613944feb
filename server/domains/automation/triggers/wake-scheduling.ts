import { instant } from "../../../lib/instant.ts";
import { parseObject } from "../../../lib/json.ts";
import type { WakeAt, WakeOn } from "../../sessions/wakes/index.ts";
import type { ArmedWake } from "../../sessions/wakes/model.ts";
import { scheduledInstant } from "./configuration.ts";
import { awaited } from "./description-rules.ts";
import { resolveLists, restamp } from "./equipment.ts";
import { promptOf } from "./firing.ts";
import type { TriggerDeps } from "./ports.ts";
import { isOneShot, kindOf, watchOf } from "./rules.ts";
import type { News } from "./session-events.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { renderTemplate } from "./template-rules.ts";
import { reuseOf, storedCondition } from "./view.ts";
import { clockOf } from "./zone.ts";

/** What a condition remembers of the wake it armed. */
interface Armed {
  wake_id: number;
  session_id: number;
}

type Wanted = { sessionId: number; wake: WakeAt | WakeOn };

/** What a wake's session is told of the one it watched. */
export interface WakeNews {
  sentence: string;
  variables: unknown;
  /** What it waits for cannot come any more. */
  lost: boolean;
}

function armedBy(condition: ConditionRow): Armed | null {
  const { wake_id, session_id } = parseObject(condition.state);
  return typeof wake_id === "number" && typeof session_id === "number" ? { wake_id, session_id } : null;
}

export type WakeArming = ReturnType<typeof wakeScheduling>;

/**
 * A trigger that reuses its session and fires once, at a time or for what becomes of another session, is that
 * session's wake: the session sleeps until then, and the wakes domain delivers. Everything here runs inside the
 * transaction of whatever it follows from.
 */
export function wakeScheduling(deps: TriggerDeps, store: TriggerStore, { catchUp }: Pick<News, "catchUp">) {
  const { wakes, sessions } = deps;

  function disarm(condition: ConditionRow): void {
    const armed = armedBy(condition);
    if (!armed) return;
    // First, so that the end of the wake does not end the trigger.
    store.changeCondition(condition.id, { state: "{}" });
    const open = sessions.byId(armed.session_id) ? wakes.armed(armed.session_id) : [];
    if (open.some(({ id }) => id === armed.wake_id)) wakes.cancel(String(armed.session_id), armed.wake_id);
  }

  function isArmedFor(armed: Armed | null, wanted: Wanted): boolean {
    if (armed?.session_id !== wanted.sessionId) return false;
    const wake = wakes.armed(wanted.sessionId).find(({ id }) => id === armed.wake_id);
    return wake !== undefined && wake.prompt === wanted.wake.prompt && comesWith(wake, wanted.wake);
  }

  /** Arms, moves or takes back the wake of one condition; a sentence when the session cannot be woken. */
  function sync(
    row: TriggerRow,
    conditions: readonly ConditionRow[],
    condition: ConditionRow,
  ): string | null {
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
    if (!target || target.status === "failed" || target.status === "archived")
      return `Session ${sessionId} is ${target?.status ?? "gone"}, so nothing will wake it`;
    const { id } = "at" in wake ? wakes.armAt(sessionId, wake) : wakes.armOn(sessionId, wake);
    const state: Armed = { wake_id: id, session_id: sessionId };
    store.changeCondition(condition.id, { state: JSON.stringify(state) });
    catchUp(condition);
    return null;
  }

  return {
    /** Brings the wakes of a trigger in line with it. Answers what does not start it, in sentences. */
    sync(row: TriggerRow): string[] {
      const conditions = store.conditions(row.id);
      const problems = conditions.map((condition) => sync(row, conditions, condition));
      return [...problems.filter((problem) => problem !== null), ...unserved(store.conditions(row.id))];
    },

    /** Takes back the wake of a condition that goes. */
    disarm,

    disarmAll(triggerId: number): void {
      for (const condition of store.conditions(triggerId)) disarm(condition);
    },

    ...wakeEnding(deps, store, disarm),
  };
}

/** How wakes that triggers armed come to an end. */
function wakeEnding(deps: TriggerDeps, store: TriggerStore, disarm: (condition: ConditionRow) => void) {
  const { database, wakes, sessions, clock, sessionLog } = deps;

  /** The trigger goes with its last condition. */
  function drop(condition: ConditionRow): void {
    const isLast = store.conditions(condition.triggerId).length === 1;
    if (isLast) store.remove(condition.triggerId);
    else store.removeCondition(condition.id);
  }

  function deliver(row: TriggerRow, armed: Armed, { sentence, variables, lost }: WakeNews): void {
    const { prompt } = promptOf(deps, { row, conditions: store.conditions(row.id), variables });
    const reason = `the wake you asked for. ${sentence}`;
    const instead = `a wake you asked for cannot come any more. ${sentence}, and nothing else is set to wake you`;
    wakes.fire(
      armed.wake_id,
      lost ? { reason: instead, prompt: `It was to say:\n\n${prompt}` } : { reason, prompt },
    );
  }

  return {
    /** Delivers the wake of a condition, in a transaction; false where it has none. A lost one is told of only where nothing else would wake the session. */
    tell(row: TriggerRow, condition: ConditionRow, news: WakeNews): boolean {
      return database.transaction(() => {
        const armed = armedBy(condition);
        if (!armed) return false;
        const others = wakes.armed(armed.session_id).filter(({ id }) => id !== armed.wake_id);
        if (!news.lost || others.length === 0) {
          deliver(row, armed, news);
          return true;
        }
        sessionLog.note(armed.session_id, "info", `${news.sentence}: one wake less is set`);
        disarm(condition);
        drop(condition);
        return true;
      });
    },

    /** With a session go its wakes, and the triggers that were nothing else. */
    sessionRemoved(sessionId: number): void {
      for (const id of store.triggersWaking(sessionId)) store.remove(id);
    },

    /** The wake of a trigger is over, and so is the trigger; one that could not be delivered is kept to say so. */
    ended(wake: { id: number; sessionId: number; state: string }): void {
      const condition = store.conditionOfWake(wake.id);
      const row = condition && store.find(condition.triggerId);
      if (!condition || !row) return;
      const target = sessions.byId(wake.sessionId);
      if (target && wake.state === "delivered")
        restamp(deps, { row, lists: resolveLists(deps, store, row) }, target);
      if (wake.state !== "cancelled") return void store.remove(row.id);
      if (target?.status !== "failed") return drop(condition);
      store.changeCondition(condition.id, { state: "{}" });
      const lastError = `Session ${wake.sessionId} has failed and could not be woken`;
      store.update(row.id, { status: "failed", failedAt: clock.now(), lastError, updatedAt: clock.now() });
    },
  };
}

const comesWith = (armed: ArmedWake, wake: WakeAt | WakeOn): boolean =>
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
  // What is told of the other session is filled in when it happens.
  if (watchOf(stored))
    return { sessionId, wake: { waitsFor: awaited(stored.configuration), prompt: promptTemplate } };
  const { configuration } = stored;
  const at = scheduledInstant(configuration);
  if (at === null) return null;
  const timezone = String(configuration["timezone"]);
  const prompt = renderTemplate(promptTemplate, {}, { ...clockOf(at, timezone), token: deps.newToken() });
  return { sessionId, wake: { at, timezone, scheduledAt: String(configuration["scheduled_at"]), prompt } };
}

/** What only a person's or a program's call fires as yet. */
function unserved(conditions: readonly ConditionRow[]): string[] {
  const words = conditions.flatMap((condition) => {
    const stored = storedCondition(condition);
    if (armedBy(condition) !== null || watchOf(stored) !== null) return [];
    const isSchedule = kindOf(condition.conditionType) === "schedule";
    if (isSchedule && isOneShot(stored)) return ["one-time schedule"];
    const { event_name: event } = stored.configuration;
    return [typeof event === "string" ? `${condition.conditionType} ${event}` : condition.conditionType];
  });
  return [...new Set(words)].map(
    (word) =>
      `The condition of type ${word} is stored, but this version does not watch for it; start the trigger with Invoke`,
  );
}
