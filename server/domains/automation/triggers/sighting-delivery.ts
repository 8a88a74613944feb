import type { JobResult } from "../../../jobs/definition.ts";
import type { RunningJob } from "../../../jobs/runner.ts";
import type { FireOutcome, TriggerFiring } from "./firing.ts";
import type { GroupFolding } from "./group-folding.ts";
import type { TriggerHistory } from "./history.ts";
import type { HistoryOutcome } from "./history-model.ts";
import { additionOf, type KeptEvent, readKeptEvent, writingsOf } from "./kept-event.ts";
import { type OutsideKind, outsideKindOf } from "./outside-kinds.ts";
import { ownIssues } from "./own-issues.ts";
import type { TriggerDeps } from "./ports.ts";
import { kindOf } from "./rules.ts";
import { sameTimeMs } from "./sighting-rules.ts";
import type { SightingRow, sightingStore } from "./sighting-store.ts";
import type { TriggerStore } from "./store.ts";
import { text } from "./text.ts";

/** A fire that cannot be made now is tried again after this, and given up after a day. */
const retryMs = 60_000;
const mostRetryMs = 30 * 60_000;
const givenUpMs = 24 * 3_600_000;

interface DeliveryParts {
  firing: TriggerFiring;
  history: TriggerHistory;
  sightings: ReturnType<typeof sightingStore>;
  folding: GroupFolding;
}

/** Starts what a kept event starts; a job, which is run again while it cannot. */
export function sightingDelivery(deps: TriggerDeps, store: TriggerStore, parts: DeliveryParts) {
  const { database, clock } = deps;
  const { firing, sightings } = parts;
  const { fold } = parts.folding;
  const { claim, settle } = sightingClaims(deps, store, parts);
  const decideOwn = ownIssues(deps, store);

  /** When to try again; undefined once it is given up. */
  function again(row: SightingRow, of: { event: KeptEvent; kind: OutsideKind }): JobResult {
    if (sightings.byId(row.id)?.state !== "pending") return undefined;
    const age = clock.now() - row.createdAt;
    if (age < givenUpMs) return { againAt: clock.now() + Math.min(Math.max(retryMs, age / 2), mostRetryMs) };
    end(row, of, { outcome: "failed", reason: text.givenUp });
    return undefined;
  }

  /** It starts nothing any more, which its trigger says. */
  function end(
    { id, triggerId, conditionId }: SightingRow,
    { event, kind }: { event: KeptEvent; kind: OutsideKind },
    why: { outcome: HistoryOutcome; reason: string },
  ): void {
    database.transaction(() => {
      sightings.update(id, { state: "handled", event: null });
      const { summary } = event;
      parts.history.record({ triggerId, conditionId, cause: kind.cause, summary, ...why });
    });
  }

  async function fire(
    row: SightingRow,
    of: { event: KeptEvent; kind: OutsideKind; openedBy: number | null },
    job: Pick<RunningJob, "id">,
  ): Promise<JobResult> {
    const { event, kind, openedBy } = of;
    const stamp = { ...event.stamp, ...(openedBy !== null && { event_session_id: openedBy }) };
    const { genesis, cause } = kind;
    const outcome = await firing.fire({
      triggerId: row.triggerId,
      variables: event.variables,
      by: { kind: "outside", cause, genesis, conditionId: row.conditionId, stamp },
      summary: event.summary,
      addition() {
        const now = readKeptEvent(sightings.byId(row.id)?.event ?? null);
        return now && additionOf(now);
      },
      claim: () => claim(row),
      withOutcome: (made) => settle(row, kind, { outcome: made, job }),
    });
    const isDone =
      outcome.kind === "fired" || outcome.kind === "burst_notice" || outcome.kind === "not_found";
    return isDone ? undefined : again(row, of);
  }

  async function start(of: Parameters<typeof fold>[0], job: Pick<RunningJob, "id">): Promise<JobResult> {
    const { row, event, kind } = of;
    const own = decideOwn(row, event);
    if (own.kind === "waits") return { againAt: own.until };
    if (own.kind === "own") {
      end(row, { event, kind }, { outcome: "filtered", reason: text.openedByOwn(own.session) });
      return undefined;
    }
    const isFolded = database.transaction(() => fold(of));
    return isFolded ? undefined : fire(row, { event, kind, openedBy: own.session }, job);
  }

  return async function deliver(id: number, job: Pick<RunningJob, "id">): Promise<JobResult> {
    const row = sightings.byId(id);
    const condition = row && store.condition(row.conditionId);
    const event = readKeptEvent(row?.event ?? null);
    const kind = outsideKindOf(kindOf(condition?.conditionType ?? ""));
    if (!row || !condition || row.state !== "pending" || event === null || !kind) return undefined;
    const trigger = store.find(row.triggerId);
    if (trigger?.status === "enabled") return start({ row, event, condition, trigger, kind }, job);
    end(row, { event, kind }, { outcome: "skipped", reason: text.turnedOff });
    return undefined;
  };
}

/** The part of a delivery in the transaction of its fire. */
function sightingClaims(
  deps: Pick<TriggerDeps, "clock" | "jobs" | "recordWriting">,
  store: TriggerStore,
  { sightings }: Pick<DeliveryParts, "sightings">,
) {
  const { clock, jobs } = deps;

  function claim({ id }: SightingRow): boolean {
    const row = sightings.byId(id);
    if (row?.state !== "pending") return false;
    if (store.find(row.triggerId)?.status !== "enabled") {
      sightings.update(id, { state: "handled", event: null });
      return false;
    }
    if (!sightings.firedElsewhere(row, row.happenedAt - sameTimeMs)) return true;
    sightings.update(id, { state: "handled", event: null });
    return false;
  }

  function settle(
    { id, conditionId }: SightingRow,
    kind: OutsideKind,
    { outcome, job }: { outcome: FireOutcome; job: Pick<RunningJob, "id"> },
  ): void {
    const isDropped =
      kind.isFleeting && (outcome.kind === "pending_session" || outcome.kind === "burst_suppressed");
    if (isDropped) {
      sightings.update(id, { state: "handled", event: null });
      jobs.remove(job.id);
    }
    if (outcome.kind !== "fired" && outcome.kind !== "burst_notice") return;
    const { session } = outcome;
    const event = readKeptEvent(sightings.byId(id)?.event ?? null);
    if (event && outcome.kind === "fired")
      for (const writing of writingsOf(event)) deps.recordWriting(session.id, writing);
    const sessionId = outcome.kind === "fired" ? session.id : null;
    sightings.update(id, { state: "handled", fired: true, event: null, sessionId });
    store.changeCondition(conditionId, { lastTriggeredAt: clock.now() });
    jobs.remove(job.id);
  }

  return { claim, settle };
}
