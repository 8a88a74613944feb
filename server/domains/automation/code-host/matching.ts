import type { Skew } from "../../../lib/clock-skew.ts";
import {
  firesSince,
  listOf,
  type OutsideEvents,
  targetOf,
  type WatchedCondition,
} from "../triggers/index.ts";
import {
  hasLabel,
  type Item,
  type ItemTarget,
  issueKey,
  labeledEvent,
  labelKey,
  openedEvent,
} from "./items.ts";
import { text } from "./text.ts";

/** When each label of an item was last put on it, by lower-case name. */
export type LabelTimes = (labels: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/** What happened before this does not fire, however late it is seen: what was seen is forgotten some time later. */
export const oldestMs = 14 * 24 * 3_600_000;

export type Matching = ReturnType<typeof conditionMatching>;

/** Compares what the code host shows with the conditions that wait for it, and reports what is new. */
export function conditionMatching(deps: {
  events: OutsideEvents;
  now(): number;
  hostTime: Skew["hostTime"];
}) {
  const { events, hostTime } = deps;
  const conditionsOf = conditionIndex(events);

  /** Whether it happened, by the host's clock, after this time of ours, and not too long ago. */
  const isSince = (at: number, from: number): boolean =>
    at >= hostTime(Math.max(from, deps.now() - oldestMs));

  function isNew(
    { since }: WatchedCondition,
    item: Item,
    { at, label }: { at: number; label?: string },
  ): boolean {
    const from = firesSince(since, item.repository, label);
    return from !== null && isSince(at, from);
  }

  function takeIssue(condition: WatchedCondition, item: Item): void {
    if (events.sighting(condition.id, issueKey(item)) || !isNew(condition, item, { at: item.createdAt }))
      return;
    const event = openedEvent(item);
    const excluded = listOf(condition.configuration, "exclude_labels").find((label) => hasLabel(item, label));
    if (excluded !== undefined) events.filtered(condition.id, event, text.hasLabel(excluded));
    else if (!item.isOpen) events.filtered(condition.id, event, text.closedBefore);
    else events.saw(condition.id, event, true);
  }

  const isThere = (condition: WatchedCondition, item: Item, label: string): boolean => {
    const known = events.sighting(condition.id, labelKey(item, label));
    return known !== undefined && known.state !== "gone";
  };

  const labelsOf = ({ configuration }: WatchedCondition): string[] => listOf(configuration, "labels");

  const presentOf = (condition: WatchedCondition, item: Item): string[] =>
    labelsOf(condition).filter((label) => item.isOpen && hasLabel(item, label));

  /** A label that nothing is known of may be older than the condition, which only the item's events can say. */
  async function takeLabels(asked: WatchedCondition, item: Item, labelTimes: LabelTimes): Promise<void> {
    const unknown = presentOf(asked, item).filter((label) => !isThere(asked, item, label));
    const times = unknown.length === 0 ? new Map<string, number>() : await labelTimes(unknown);
    // Somebody may have changed it in the meantime.
    const condition = conditionsOf(item.target, item.repository).find(({ id }) => id === asked.id);
    if (condition === undefined) return;
    const present = presentOf(condition, item);
    for (const label of unknown.filter((one) => present.includes(one))) {
      const at = times.get(label.toLowerCase());
      const event = labeledEvent(item, label, at ?? item.createdAt);
      events.saw(condition.id, event, at !== undefined && isNew(condition, item, { at, label }));
    }
    for (const label of labelsOf(condition))
      if (!present.includes(label)) events.over(condition.id, labelKey(item, label), item.updatedAt);
  }

  return {
    isSince,

    /** An item as it is now. */
    async take(item: Item, labelTimes: LabelTimes): Promise<void> {
      for (const condition of conditionsOf(item.target, item.repository)) {
        if (condition.kind === "code_host_issue") takeIssue(condition, item);
        else await takeLabels(condition, item, labelTimes);
      }
    },

    opened(item: Item): void {
      for (const condition of conditionsOf(item.target, item.repository))
        if (condition.kind === "code_host_issue") takeIssue(condition, item);
    },

    labeled(item: Item, label: string, at: number): void {
      for (const condition of conditionsOf(item.target, item.repository)) {
        const own = labelsOf(condition).find((one) => one.toLowerCase() === label.toLowerCase());
        if (own !== undefined && item.isOpen)
          events.saw(condition.id, labeledEvent(item, own, at), isNew(condition, item, { at, label: own }));
      }
    },

    /** Every label, once the item is closed. */
    unlabeled(item: Item, label: string | null, at: number): void {
      for (const condition of conditionsOf(item.target, item.repository))
        for (const own of labelsOf(condition))
          if (label === null || own.toLowerCase() === label.toLowerCase())
            events.over(condition.id, labelKey(item, own), at);
    },
  };
}

const kinds = ["code_host_label", "code_host_issue"] as const;
export const watchedConditions = (events: OutsideEvents): readonly WatchedCondition[] =>
  events.watched(kinds);

const placeOf = (target: ItemTarget, repository: string): string => `${target} ${repository.toLowerCase()}`;

/** The conditions on a repository, without a look at all others for each item. */
function conditionIndex(events: OutsideEvents) {
  let indexed: readonly WatchedCondition[] = [];
  let index = new Map<string, WatchedCondition[]>();

  return (target: ItemTarget, repository: string): readonly WatchedCondition[] => {
    const conditions = watchedConditions(events);
    if (conditions !== indexed) {
      index = new Map();
      for (const condition of conditions) {
        const own = targetOf(condition.kind, condition.configuration);
        for (const name of listOf(condition.configuration, "repos")) {
          const place = placeOf(own, name);
          index.set(place, [...(index.get(place) ?? []), condition]);
        }
      }
      indexed = conditions;
    }
    return index.get(placeOf(target, repository)) ?? [];
  };
}
