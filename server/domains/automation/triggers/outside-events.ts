import type { JobResult } from "../../../jobs/definition.ts";
import type { RunningJob } from "../../../jobs/runner.ts";
import type { Genesis } from "../../sessions/sessions/model.ts";
import type { FireOutcome, TriggerFiring } from "./firing.ts";
import type { TriggerHistory } from "./history.ts";
import { deliverSightingJob } from "./jobs.ts";
import type { ConditionKind } from "./model.ts";
import type { TriggerDeps } from "./ports.ts";
import { kindOf, synonymsOf } from "./rules.ts";
import { decideSighting, isOver, sameTimeMs } from "./sighting-rules.ts";
import { type SightingRow, sightingStore } from "./sighting-store.ts";
import { type FiresSince, readSince, sinceState } from "./since-rules.ts";
import type { ConditionRow, TriggerRow, TriggerStore } from "./store.ts";
import { text } from "./text.ts";

/** Something that happened at a host, as its poller or its webhook saw it. */
export interface OutsideEvent {
  /** The same whoever sees it, such as `issue:acme/site#7`. */
  key: string;
  /** By the host's clock. */
  happenedAt: number;
  /** Fill in the template. */
  variables: Readonly<Record<string, unknown>>;
  /** For the history. */
  summary: string;
}

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

/** A fire that cannot be made now is tried again after this, and given up after a day. */
const retryMs = 60_000;
const mostRetryMs = 30 * 60_000;
const givenUpMs = 24 * 3_600_000;

const outsideGenesis: Partial<Record<ConditionKind, Genesis>> = {
  code_host_issue: "code_host_issue",
  code_host_label: "code_host_label",
};

export function outsideEvents(
  deps: TriggerDeps,
  store: TriggerStore,
  parts: { firing: TriggerFiring; history: TriggerHistory },
) {
  const { database, clock, jobs } = deps;
  const { history } = parts;
  const sightings = sightingStore(database);

  /** Keeps an event; null if there is nothing to do with it. */
  function keep(
    condition: ConditionRow,
    event: OutsideEvent,
    how: { isNew: boolean },
  ): { id: number; step: "start" | "keep" } | null {
    const { key, happenedAt, variables, summary } = event;
    const known = sightings.find(condition.id, key);
    const step = decideSighting(known, { happenedAt, ...how });
    if (step === "nothing") return null;
    const row = {
      state: step === "start" ? ("pending" as const) : ("handled" as const),
      happenedAt: Math.max(happenedAt, known?.happenedAt ?? 0),
      fired: false,
      event: step === "start" ? { variables, summary } : null,
    };
    if (known) {
      sightings.update(known.id, row);
      return { id: known.id, step };
    }
    const { id: conditionId, triggerId } = condition;
    const { id } = sightings.insert({ ...row, key, conditionId, triggerId, createdAt: clock.now() });
    return { id, step };
  }

  const watcher: OutsideEvents = {
    watched: conditionReader(deps, store),
    sighting: sightings.find,

    saw: (conditionId, event, isNew) =>
      database.transaction(() => {
        const condition = store.condition(conditionId);
        if (!condition || store.find(condition.triggerId)?.status !== "enabled") return;
        const kept = keep(condition, event, { isNew });
        if (kept?.step === "start") jobs.add(deliverSightingJob, { id: kept.id });
      }),

    filtered: (conditionId, event, reason) =>
      database.transaction(() => {
        const condition = store.condition(conditionId);
        if (!condition || !keep(condition, event, { isNew: false })) return;
        const { triggerId } = condition;
        const { summary } = event;
        history.record({ triggerId, conditionId, outcome: "filtered", cause: "code_host", summary, reason });
      }),

    over: (conditionId, key, at) =>
      database.transaction(() => {
        const known = sightings.find(conditionId, key);
        if (known && isOver(known, at)) sightings.update(known.id, { state: "gone", event: null });
      }),

    polled: (conditionIds, at) => database.transaction(() => store.markPolled(conditionIds, at)),

    forget: (beginning, before) =>
      database.transaction(() => {
        sightings.removeOlderThan(beginning, before);
        sightings.removeGoneBefore(before);
      }),
  };

  return {
    watcher,

    /** Since when each condition fires, kept in its state. In the caller's transaction. */
    sync(row: TriggerRow): void {
      for (const condition of store.conditions(row.id)) {
        const kind = kindOf(condition.conditionType);
        if (!kind || outsideGenesis[kind] === undefined) continue;
        const state = sinceState(condition, { isOn: row.status === "enabled", now: clock.now() });
        if (JSON.stringify(state) !== JSON.stringify(condition.state))
          store.changeCondition(condition.id, { state });
      }
    },

    deliver: sightingDelivery(deps, store, { ...parts, sightings }),
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

interface DeliveryParts {
  firing: TriggerFiring;
  history: TriggerHistory;
  sightings: ReturnType<typeof sightingStore>;
}

/** Starts what a kept event starts; a job, which is run again while it cannot. */
function sightingDelivery(
  { database, clock, jobs }: TriggerDeps,
  store: TriggerStore,
  { firing, sightings }: DeliveryParts,
) {
  /** In the transaction of the fire. */
  function claim({ id }: SightingRow): boolean {
    const row = sightings.byId(id);
    if (row?.state !== "pending" || store.find(row.triggerId)?.status !== "enabled") return false;
    if (!sightings.firedElsewhere(row, row.happenedAt - sameTimeMs)) return true;
    sightings.update(id, { state: "handled", event: null });
    return false;
  }

  function settle({ id, conditionId }: SightingRow, outcome: FireOutcome, job: Pick<RunningJob, "id">): void {
    if (outcome.kind !== "fired" && outcome.kind !== "burst_notice") return;
    sightings.update(id, { state: "handled", fired: true, event: null });
    store.changeCondition(conditionId, { lastTriggeredAt: clock.now() });
    jobs.remove(job.id);
  }

  /** When to try again; undefined once it is given up. */
  function again(row: SightingRow): JobResult {
    const age = clock.now() - row.createdAt;
    if (age < givenUpMs) return { againAt: clock.now() + Math.min(Math.max(retryMs, age / 2), mostRetryMs) };
    sightings.update(row.id, { state: "handled", event: null });
    return undefined;
  }

  return async function deliver(id: number, job: Pick<RunningJob, "id">): Promise<JobResult> {
    const row = sightings.byId(id);
    const condition = row && store.condition(row.conditionId);
    if (!row || !condition || row.state !== "pending" || row.event === null) return undefined;
    const trigger = store.find(row.triggerId);
    if (trigger?.status !== "enabled") {
      database.transaction(() => sightings.update(id, { state: "handled", event: null }));
      return undefined;
    }
    const { variables = {}, summary } = row.event;
    const outcome = await firing.fire({
      triggerId: row.triggerId,
      variables,
      by: {
        kind: "outside",
        cause: "code_host",
        genesis: outsideGenesis[kindOf(condition.conditionType) ?? "code_host_issue"] ?? "code_host_issue",
        conditionId: row.conditionId,
      },
      summary: typeof summary === "string" ? summary : text.noSummary,
      claim: () => claim(row),
      withOutcome: (made) => settle(row, made, job),
    });
    const isDone =
      outcome.kind === "fired" || outcome.kind === "burst_notice" || outcome.kind === "not_found";
    return isDone ? undefined : again(row);
  };
}
