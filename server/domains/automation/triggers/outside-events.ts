import type { TriggerFiring } from "./firing.ts";
import { type GroupFolding, groupFolding } from "./group-folding.ts";
import { groupStore } from "./group-store.ts";
import type { TriggerHistory } from "./history.ts";
import { deliverSightingJob } from "./jobs.ts";
import { keptEvent } from "./kept-event.ts";
import type { ConditionKind } from "./model.ts";
import type { OutsideEvent } from "./outside-event.ts";
import { outsideKindOf } from "./outside-kinds.ts";
import type { TriggerDeps } from "./ports.ts";
import { kindOf, synonymsOf } from "./rules.ts";
import { sightingDelivery } from "./sighting-delivery.ts";
import { decideSighting, isOver, isWithin } from "./sighting-rules.ts";
import { type SightingRow, sightingStore } from "./sighting-store.ts";
import { type FiresSince, readSince, sinceState } from "./since-rules.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { coalesceWindowMs } from "./view.ts";

/** A condition of a trigger that is on, for the watcher of its kind. */
export interface WatchedCondition {
  id: number;
  triggerId: number;
  kind: ConditionKind;
  configuration: Readonly<Record<string, unknown>>;
  since: FiresSince;
}

/**
 * How the watcher of a host reports what it sees. Poller and webhook may both see the same and in any order: what is new is
 * kept and starts a session once, later if it cannot now.
 */
export interface OutsideEvents {
  /** The conditions of these kinds whose triggers are on. */
  watched(kinds: readonly ConditionKind[]): readonly WatchedCondition[];
  /** What is known of it; undefined if nothing is. */
  sighting(conditionId: number, key: string): SightingRow | undefined;
  /** It happened: starts a session unless that was done, or `isNew` is false because it is from before the condition. */
  saw(conditionId: number, event: OutsideEvent, isNew: boolean): void;
  /** It happened and matches but for this reason; it will not start a session. */
  filtered(conditionId: number, event: OutsideEvent, reason: string): void;
  /** It is over, as of a report from this time by the host's clock, and may happen again. */
  over(conditionId: number, key: string, at: number): void;
  polled(conditionIds: readonly number[], at: number): void;
  /** Forgets what has this beginning of a key and happened before. */
  forget(beginning: string, before: number): void;
}

export function outsideEvents(
  deps: TriggerDeps,
  store: TriggerStore,
  parts: { firing: TriggerFiring; history: TriggerHistory },
) {
  const { database, clock } = deps;
  const sightings = sightingStore(database);
  const groups = groupStore(database);
  const folding = groupFolding(deps, store, { ...parts, sightings, groups });

  return {
    watcher: {
      watched: conditionReader(deps, store),
      polled: store.markPolled,
      ...sightingReports(deps, store, { ...parts, sightings, groups, folding }),
    } satisfies OutsideEvents,

    /** Since when each condition fires, kept in its state. In the caller's transaction. */
    sync(row: TriggerRow): void {
      for (const condition of store.conditions(row.id)) {
        if (outsideKindOf(kindOf(condition.conditionType)) === undefined) continue;
        const state = sinceState(condition, { isOn: row.status === "enabled", now: clock.now() });
        if (JSON.stringify(state) !== JSON.stringify(condition.state))
          store.changeCondition(condition.id, { state });
      }
    },

    deliver: sightingDelivery(deps, store, { ...parts, sightings, folding }),
  };
}

interface ReportParts {
  history: TriggerHistory;
  sightings: ReturnType<typeof sightingStore>;
  groups: ReturnType<typeof groupStore>;
  folding: GroupFolding;
}

function sightingReports(
  { database, clock, jobs }: TriggerDeps,
  store: TriggerStore,
  { history, sightings, groups, folding }: ReportParts,
): Omit<OutsideEvents, "watched" | "polled"> {
  /** Keeps an event; null if there is nothing to do with it. */
  function keep(
    condition: ConditionRow,
    event: OutsideEvent,
    how: { isNew: boolean; joins?: number | null },
  ): { id: number; step: "start" | "keep" } | null {
    const { key, happenedAt } = event;
    const known = sightings.find(condition.id, key);
    const step = decideSighting(known, { happenedAt, isNew: how.isNew });
    if (step === "nothing") return null;
    const row = {
      state: step === "start" ? ("pending" as const) : ("handled" as const),
      happenedAt: Math.max(happenedAt, known?.happenedAt ?? 0),
      fired: false,
      event: step === "start" ? { ...keptEvent(event, how.joins ?? null) } : null,
    };
    if (known) {
      sightings.update(known.id, row);
      return { id: known.id, step };
    }
    const { id: conditionId, triggerId } = condition;
    const { id } = sightings.insert({ ...row, key, conditionId, triggerId, createdAt: clock.now() });
    return { id, step };
  }

  /** The first event of the burst that it belongs to; null if it begins one itself. */
  function joinedBy({ triggerId }: ConditionRow, { group, happenedAt }: OutsideEvent): number | null {
    const trigger = group === undefined ? undefined : store.find(triggerId);
    if (group === undefined || !trigger) return null;
    const open = groups.find(triggerId, group);
    const windowMs = coalesceWindowMs(trigger);
    const isOpen = open !== undefined && windowMs > 0 && isWithin(open.anchorAt, happenedAt, windowMs);
    return isOpen ? open.sightingId : null;
  }

  function foldsAtOnce(condition: ConditionRow, id: number): boolean {
    const row = sightings.byId(id);
    const trigger = store.find(condition.triggerId);
    const kind = outsideKindOf(kindOf(condition.conditionType));
    return row && trigger && kind ? folding.foldAtOnce({ row, condition, trigger, kind }) : false;
  }

  return {
    sighting: sightings.find,

    saw: (conditionId, event, isNew) =>
      database.transaction(() => {
        const condition = store.condition(conditionId);
        if (!condition || store.find(condition.triggerId)?.status !== "enabled") return;
        const joins = joinedBy(condition, event);
        const kept = keep(condition, event, { isNew, joins });
        if (kept?.step !== "start") return;
        for (const key of event.covers ?? []) keep(condition, { ...event, key }, { isNew: false });
        const { group, happenedAt: anchorAt } = event;
        if (joins === null && group !== undefined)
          groups.set({ triggerId: condition.triggerId, key: group, sightingId: kept.id, anchorAt });
        if (joins === null || !foldsAtOnce(condition, kept.id)) jobs.add(deliverSightingJob, { id: kept.id });
      }),

    filtered: (conditionId, event, reason) =>
      database.transaction(() => {
        const condition = store.condition(conditionId);
        if (!condition || !keep(condition, event, { isNew: false })) return;
        const { triggerId } = condition;
        const { summary } = event;
        const cause = outsideKindOf(kindOf(condition.conditionType))?.cause ?? "code_host";
        history.record({ triggerId, conditionId, outcome: "filtered", cause, summary, reason });
      }),

    over: (conditionId, key, at) =>
      database.transaction(() => {
        const known = sightings.find(conditionId, key);
        if (known && isOver(known, at)) sightings.update(known.id, { state: "gone", event: null });
      }),

    forget: (beginning, before) =>
      database.transaction(() => {
        sightings.removeOlderThan(beginning, before);
        sightings.removeGoneBefore(before);
      }),
  };
}

/** Reads the conditions again only after one of them changed: a burst of webhooks asks for each. */
function conditionReader(
  { database, clock }: Pick<TriggerDeps, "database" | "clock">,
  store: TriggerStore,
): OutsideEvents["watched"] {
  const known = new Map<string, { version: number; conditions: WatchedCondition[] }>();

  /** An earlier version stored conditions that it did not watch. */
  function begin(condition: ConditionRow): FiresSince | null {
    const state = sinceState(condition, { isOn: true, now: clock.now() });
    database.transaction(() => store.changeCondition(condition.id, { state }));
    return readSince(state);
  }

  const read = (kinds: readonly ConditionKind[]): WatchedCondition[] =>
    kinds.flatMap((kind) =>
      store.enabledConditions(synonymsOf(kind)).flatMap((condition) => {
        const { id, triggerId, configuration, state } = condition;
        const since = readSince(state) ?? begin(condition);
        return since ? [{ id, triggerId, kind, configuration, since }] : [];
      }),
    );

  return (kinds) => {
    const key = kinds.join(" ");
    const held = known.get(key);
    if (held?.version === store.version()) return held.conditions;
    const conditions = read(kinds);
    known.set(key, { version: store.version(), conditions });
    return conditions;
  };
}
