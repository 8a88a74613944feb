import type { FleetTopUp, TopUpKnobs } from "../../../server/domains/scheduling/fleet-top-up/model.ts";
import {
  type BacklogItem,
  bands,
  type Cost,
  costs,
  type NewBacklogItem,
} from "../../../server/domains/scheduling/work-backlog/model.ts";
import type { PickedUp } from "../reorder/move-rules.ts";

/** The queued items: the pinned ones, then those of each cost, each in its order. */
export function groupsOf(items: readonly BacklogItem[]): {
  pinned: BacklogItem[];
  bands: { cost: Cost; items: BacklogItem[] }[];
} {
  return {
    pinned: items.filter(({ pinned }) => pinned),
    bands: costs.map((cost) => ({
      cost,
      items: items.filter((item) => !item.pinned && item.estimated_cost === cost),
    })),
  };
}

/** The items of a band with one at another index of those that stay. */
export function movedTo(items: readonly BacklogItem[], id: number, index: number): BacklogItem[] {
  const moved = items.find((item) => item.id === id);
  return moved ? items.filter((item) => item !== moved).toSpliced(index, 0, moved) : [...items];
}

export const withPickedUp = (
  items: readonly BacklogItem[],
  pickedUp: PickedUp | null,
): readonly BacklogItem[] => (pickedUp === null ? items : movedTo(items, pickedUp.id, pickedUp.to.index));

/** The whole list with the items of one band in another order; positions are those of the places. */
export function withBandOrder(items: readonly BacklogItem[], order: readonly BacklogItem[]): BacklogItem[] {
  const next = [...order];
  const ids = new Set(order.map(({ id }) => id));
  return items.map((item) => {
    const here = ids.has(item.id) ? next.shift() : item;
    return { ...(here ?? item), position: item.position };
  });
}

/** The items between which it lands. */
export function neighbors(
  items: readonly BacklogItem[],
  id: number,
  index: number,
): { above_id: number | null; below_id: number | null } {
  const others = items.filter((item) => item.id !== id);
  return { above_id: others[index - 1]?.id ?? null, below_id: others[index]?.id ?? null };
}

/** A rank above every other, for what is pinned to the top. */
export const topRank = (items: readonly BacklogItem[]): number =>
  Math.max(bands.small.ceiling, ...items.map(({ precedence }) => precedence)) + 10;

export interface Draft {
  issue: string;
  title: string;
  prompt: string;
  cost: Cost;
  /** An agent root, "" for that of the issue, or `anyRepository`. */
  root: string;
  repository: string;
}

export const anyRepository = "/";

export const emptyDraft: Draft = {
  issue: "",
  title: "",
  prompt: "",
  cost: "small",
  root: "",
  repository: "",
};

export const isComplete = ({ issue, title, prompt, root, repository }: Draft): boolean => {
  const place = root === anyRepository ? repository.trim() !== "" : root !== "" || issue.trim() !== "";
  return place && (issue.trim() !== "" || (title.trim() !== "" && prompt.trim() !== ""));
};

export const toRequest = ({ issue, title, prompt, cost, root, repository }: Draft): NewBacklogItem => ({
  issue_url: issue.trim() || null,
  title: title.trim() || null,
  prompt: prompt.trim() || null,
  estimated_cost: cost,
  agent_root: root === anyRepository || root === "" ? null : root,
  git_root: root === anyRepository ? repository.trim() : null,
});

export const knobsOf = (topUp: FleetTopUp): TopUpKnobs => ({
  max_running_sessions: topUp.max_running_sessions,
  idle_minutes: topUp.idle_minutes,
  min_fire_interval_minutes: topUp.min_fire_interval_minutes,
  quiet_backlog_interval_minutes: topUp.quiet_backlog_interval_minutes,
  starts_backlog: topUp.starts_backlog,
});
