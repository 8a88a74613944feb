import { describe, expect, it } from "vitest";
import type { BacklogItem } from "../../../server/domains/scheduling/work-backlog/model.ts";
import {
  anyRepository,
  emptyDraft,
  groupsOf,
  isComplete,
  movedTo,
  neighbors,
  topRank,
  toRequest,
  withBandOrder,
} from "./view-model.ts";

const item = (id: number, more: Partial<BacklogItem> = {}): BacklogItem =>
  ({
    id,
    estimated_cost: "small",
    pinned: false,
    position: id,
    precedence: 6_000 - id,
    ...more,
  }) as BacklogItem;

describe("the list", () => {
  const pinned = item(1, { pinned: true, precedence: 9_000 });
  const items = [pinned, item(2), item(3), item(4, { estimated_cost: "large", precedence: 1_000 })];
  const [, second, third] = items;

  it("is divided into what is pinned and the bands", () => {
    const groups = groupsOf(items);
    expect(groups.pinned).toEqual([pinned]);
    expect(groups.bands.map((band) => [band.cost, band.items.map(({ id }) => id)])).toEqual([
      ["small", [2, 3]],
      ["medium", []],
      ["large", [4]],
    ]);
  });

  it("shows a new order of a band in its own places", () => {
    const band = [second, third].flatMap((one) => one ?? []);
    expect(neighbors(band, 3, 0)).toEqual({ above_id: null, below_id: 2 });
    const moved = withBandOrder(items, movedTo(band, 3, 0));
    expect(moved.map(({ id, position }) => [id, position])).toEqual([
      [1, 1],
      [3, 2],
      [2, 3],
      [4, 4],
    ]);
  });

  it("is topped by what is pinned next", () => {
    expect(topRank(items)).toBe(9_010);
    expect(topRank([])).toBe(7_009);
  });
});

describe("new work", () => {
  it("needs an issue, or a title, a prompt and a place", () => {
    expect(isComplete(emptyDraft)).toBe(false);
    expect(isComplete({ ...emptyDraft, issue: "https://github.com/a/b/issues/1" })).toBe(true);
    const manual = { ...emptyDraft, title: "Tidy", prompt: "Tidy up." };
    expect(isComplete(manual)).toBe(false);
    expect(isComplete({ ...manual, root: "shop" })).toBe(true);
    expect(isComplete({ ...manual, root: anyRepository })).toBe(false);
    expect(isComplete({ ...manual, root: anyRepository, repository: "/srv/shop" })).toBe(true);
  });

  it("is sent without what was left empty", () => {
    const draft = {
      ...emptyDraft,
      title: " Tidy ",
      prompt: "Tidy up.",
      root: anyRepository,
      repository: "/srv",
    };
    expect(toRequest(draft)).toEqual({
      issue_url: null,
      title: "Tidy",
      prompt: "Tidy up.",
      estimated_cost: "small",
      agent_root: null,
      git_root: "/srv",
    });
  });
});
