import type { JobResult } from "../../../jobs/definition.ts";
import type { Refusal } from "../../../lib/errors.ts";
import { isBursting } from "./burst-rules.ts";
import { scheduledInstant } from "./configuration.ts";
import type { TriggerFailures } from "./failures.ts";
import type { FireOutcome, TriggerFiring } from "./firing.ts";
import type { TriggerHistory } from "./history.ts";
import { scheduleSoonJob, sweepBackstopMs } from "./jobs.ts";
import type { TriggerDeps } from "./ports.ts";
import { kindOf } from "./rules.ts";
import { lateMs, nextSlot, slotsUntil } from "./schedule-slots.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { describeCondition, text } from "./text.ts";
import { storedCondition } from "./view.ts";
import { isWake } from "./wake-scheduling.ts";

interface Parts {
  firing: TriggerFiring;
  history: TriggerHistory;
  failures: TriggerFailures;
}

/** A slot that has come. */
interface Due {
  row: TriggerRow;
  condition: ConditionRow;
  /** When it is to fire, which may be later than its slot if the burst cap held that back. */
  slot: number;
  /** The slot that was held back; `slot` otherwise. */
  first: number;
  /** The slot after it; null if the schedule fires once. */
  next: number | null;
}

/** How many schedules one sweep fires. */
const batch = 200;
/** A fault that is no refusal is tried this often before the slot is given up. */
const attempts = 3;
/** What is still due after a sweep, such as for lack of disk space, is tried again after this. */
const stillDueMs = 10_000;
/** A one-time schedule whose trigger has a session in progress is tried again after this. */
const pendingMs = 60_000;

/** Fires schedules. `next_fire_at` of a condition is its next slot, which the transaction of its fire claims. */
export function triggerSchedules(
  deps: TriggerDeps,
  store: TriggerStore,
  { firing, history, failures }: Parts,
) {
  const { clock, log } = deps;
  const { sync, syncAll } = slotAssignment(deps, store);
  const { finish, settle, refuse, skip, recordMissed } = slotEnding(deps, store, { history, failures });
  const faults = new Map<number, number>();
  let isSwept = false;

  function dueOf(condition: ConditionRow): Due | null {
    const row = store.find(condition.triggerId);
    const { nextFireAt: slot, configuration } = condition;
    if (!row || slot === null) return null;
    const isOnce = scheduledInstant(configuration) !== null;
    const first = heldSlotOf(condition) ?? slot;
    return { row, condition, slot, first, next: isOnce ? null : nextSlot(configuration, clock.now(), first) };
  }

  async function fire(due: Due): Promise<void> {
    const { row, condition, slot, first } = due;
    const sentence = describeCondition(storedCondition(condition));
    const isSkipped = condition.configuration["missed_runs"] === "skip";
    const isLate = clock.now() - slot >= lateMs;
    const passed = isLate || first < slot ? slotsUntil(condition.configuration, first, clock.now()) : 1;
    if (isLate && isSkipped) return skip(due, passed);
    const outcome = await firing.fire({
      triggerId: row.id,
      variables: { event: sentence },
      by: { kind: "schedule", conditionId: condition.id },
      summary: sentence,
      claim: () => store.isDueAt(condition.id, slot),
      withOutcome(made) {
        settle(due, made);
        if (passed > 1 && made.kind !== "burst_suppressed")
          recordMissed(due, passed - 1, isLate ? text.missed : text.heldBack);
      },
    });
    if (outcome.kind === "error") refuse(due, outcome.refusal);
    else if (outcome.kind === "not_reusable" && due.next === null)
      failures.fail(row, outcome.refusal.message);
  }

  /** One schedule that throws does not keep the others from firing. */
  async function fireGuarded(due: Due): Promise<void> {
    const { condition } = due;
    try {
      await fire(due);
      faults.delete(condition.id);
    } catch (error) {
      const count = (faults.get(condition.id) ?? 0) + 1;
      faults.set(condition.id, count);
      log.warn({ err: error, trigger: due.row.id, count }, "a schedule could not fire");
      if (count < attempts) return;
      faults.delete(condition.id);
      const reason = error instanceof Error ? error.message : String(error);
      if (due.next === null) failures.fail(due.row, reason);
      else finish(due, { fired: false });
    }
  }

  return {
    sync,

    /** Fires what is due. A service that was stopped during a fire either has both its session and its claim, or neither. */
    async sweep(): Promise<JobResult> {
      if (!isSwept) syncAll();
      isSwept = true;
      for (const condition of store.dueSchedules(clock.now(), batch)) {
        const due = dueOf(condition);
        if (due) await fireGuarded(due);
      }
      const now = clock.now();
      const next = store.nextSlot() ?? Number.POSITIVE_INFINITY;
      if (next <= now) return { againAt: now + stillDueMs };
      // Otherwise together with the other jobs of each minute: a time of its own would wake the process up once more.
      return next < now + sweepBackstopMs ? { againAt: next } : undefined;
    },
  };
}

/** The slot that the burst cap holds back; null for none. */
const heldSlotOf = ({ state }: ConditionRow): number | null =>
  typeof state["held_slot"] === "number" ? state["held_slot"] : null;

const withoutHeldSlot = (condition: ConditionRow): Partial<ConditionRow> => {
  const { held_slot: held, ...state } = condition.state;
  return held === undefined ? {} : { state };
};

/** Which schedules have a next slot. */
function slotAssignment({ clock, database, jobs }: TriggerDeps, store: TriggerStore) {
  function assign(id: number, slot: number, more: Partial<ConditionRow> = {}): void {
    store.changeCondition(id, { nextFireAt: slot, ...more });
    if (slot - clock.now() < sweepBackstopMs)
      jobs.add(scheduleSoonJob, {}, { runAt: slot, key: `schedule:${slot}` });
  }

  /** Gives a schedule its next slot, or takes it away from one that is not to fire. In the caller's transaction. */
  function syncCondition(row: TriggerRow, condition: ConditionRow): void {
    const { id, spent, nextFireAt, configuration } = condition;
    const fresh = withoutHeldSlot(condition);
    const runs = row.status === "enabled" && !spent && !isWake(condition);
    const now = clock.now();
    // A time that passed before its trigger was turned on was not missed: whoever turns it on wants it to fire.
    if (runs && nextFireAt === null) assign(id, Math.max(nextSlot(configuration, now, null), now), fresh);
    if (!runs && nextFireAt !== null) store.changeCondition(id, { nextFireAt: null, ...fresh });
    // Setting another cap ends the burst.
    const isFree = nextFireAt !== null && nextFireAt > now && !isBursting(row, now);
    if (runs && isFree && heldSlotOf(condition) !== null) assign(id, now);
  }

  function sync(row: TriggerRow): void {
    for (const condition of store.conditions(row.id))
      if (kindOf(condition.conditionType) === "schedule") syncCondition(row, condition);
  }

  /** Schedules that an earlier version stored, which did not fire them. */
  function syncAll(): void {
    database.transaction(() => {
      for (const row of store.enabledWith("schedule")) sync(row);
    });
  }

  return { sync, syncAll };
}

/** What becomes of a slot that has come. */
function slotEnding(
  { clock, database }: TriggerDeps,
  store: TriggerStore,
  { history, failures }: Pick<Parts, "history" | "failures">,
) {
  /** The slot is over without a fire, or its fire is part of the open transaction. */
  function finish({ row, condition, next }: Due, how: { fired: boolean }): void {
    store.changeCondition(condition.id, {
      nextFireAt: next,
      ...withoutHeldSlot(condition),
      ...(next === null && { spent: true }),
      ...(how.fired && { lastTriggeredAt: clock.now() }),
    });
    const isOver = store.conditions(row.id).every(({ spent }) => spent);
    if (isOver) store.update(row.id, { status: "disabled", updatedAt: clock.now() });
  }

  /**
   * It stays due until the burst is over. Slots that come before that would be suppressed too, so none of them is tried, and
   * one run is for all of them.
   */
  function hold({ row, condition, first }: Due): void {
    const { burstActiveUntil } = store.find(row.id) ?? row;
    store.changeCondition(condition.id, {
      nextFireAt: burstActiveUntil ?? clock.now(),
      state: { ...condition.state, held_slot: first },
    });
  }

  /** In the transaction of the fire. */
  function settle(due: Due, outcome: FireOutcome): void {
    const { condition, next } = due;
    const { kind } = outcome;
    if (next === null && kind === "pending_session")
      return store.changeCondition(condition.id, { nextFireAt: clock.now() + pendingMs });
    if (kind === "burst_suppressed") return hold(due);
    // The trigger fails, and the slot stays for when somebody turns it on again.
    if (next === null && kind === "not_reusable") return;
    finish(due, { fired: kind === "fired" || kind === "burst_notice" });
  }

  /** A refused fire has changed nothing. Without disk space it is tried again by the next sweep. */
  function refuse(due: Due, refusal: Refusal): void {
    if (refusal.status === 507) return;
    if (due.next === null) failures.fail(due.row, refusal.message);
    else finish(due, { fired: false });
  }

  function skipMissed(due: Due): void {
    const { row, condition, next } = due;
    if (next !== null)
      return store.changeCondition(condition.id, { nextFireAt: next, ...withoutHeldSlot(condition) });
    failures.fail(row, text.scheduleMissed(describeCondition(storedCondition(condition))));
  }

  function recordMissed({ row, condition }: Due, times: number, reason: string): void {
    history.record({
      triggerId: row.id,
      conditionId: condition.id,
      outcome: "missed",
      cause: "schedule",
      summary: describeCondition(storedCondition(condition)),
      reason,
      times,
    });
  }

  function skip(due: Due, missed: number): void {
    database.transaction(() => {
      recordMissed(due, missed, text.missed);
      skipMissed(due);
    });
  }

  return { finish, settle, refuse, skip, recordMissed };
}
