import { describe, expect, it } from "vitest";
import type { OpenedPullRequest } from "../../../../server/domains/review/pull-requests/model.ts";
import type { Category, CategoryList } from "../../../../server/domains/sessions/categories/model.ts";
import { someSession } from "../../sessions/session.test-data.ts";
import type { BoardSearch } from "../filters/board-search.ts";
import { boardGroups, isManuallyOrdered } from "./grouping.ts";

const request = (name: string, changes: Partial<OpenedPullRequest> = {}): OpenedPullRequest => ({
  url: `https://git.example/${name}`,
  name,
  title: null,
  state: "open",
  is_draft: false,
  ci: "pass",
  link_only: false,
  ...changes,
});
const sessions = [
  someSession({ id: 1, status: "running", metadata: { agent_root_key: "shop" } }),
  someSession({ id: 2, status: "failed", metadata: { agent_root_key: "api" } }),
  someSession({ id: 3, status: "needs_input", metadata: { agent_root_key: "shop" } }),
];
const facts = new Map([
  [
    1,
    {
      waiting: null,
      cost: null,
      pull_requests: [request("a/b#1", { state: "merged" }), request("a/b#2", { title: "Mend" })],
    },
  ],
  [3, { waiting: null, cost: null, pull_requests: [request("a/b#2", { title: "Mend" })] }],
]);
const category = (id: number, name: string, position: number): Category => ({
  id,
  name,
  description: null,
  position,
  is_frozen: id === 2,
  session_count: 0,
  created_at: "",
  updated_at: "",
});
const categories: CategoryList = {
  categories: [category(2, "Wicks", 0), category(1, "Lamps", 2)],
  uncategorized_position: 1,
};
const shown = (search: BoardSearch) =>
  boardGroups(sessions, { search, facts, categories, expanded: new Set() }).groups.map(
    ({ title, sessions: own }) => [title, own.map(({ id }) => id)],
  );

describe("boardGroups", () => {
  it("makes columns by need, including empty ones", () => {
    expect(shown({ layout: "columns" })).toEqual([
      ["Needs you", [3, 2]],
      ["Running", [1]],
      ["Waiting", []],
    ]);
  });

  it("groups by agent root, with what needs a person first", () => {
    expect(shown({ group: "root" })).toEqual([
      ["api", [2]],
      ["shop", [3, 1]],
    ]);
  });

  it("groups by the open pull request, with the rest last", () => {
    expect(shown({ group: "pr", layout: "table" })).toEqual([
      ["a/b#2: Mend", [3, 1]],
      ["No pull request", [2]],
    ]);
  });

  describe("by category", () => {
    const embedded = (id: number, name: string) => ({ id, name, position: 0, is_frozen: false });
    const sorted = [
      someSession({ id: 1, category_id: 1, category: embedded(1, "Old name") }),
      someSession({ id: 2 }),
      someSession({ id: 3, category_id: 9, category: embedded(9, "New one") }),
    ];
    const groupsOf = (search: BoardSearch) =>
      boardGroups(sorted, { search, facts, categories, expanded: new Set() }).groups.map(
        ({ title, isFrozen, sessions: own }) => [title, isFrozen, own.map(({ id }) => id)],
      );

    it("has the order and the names of the list, and new ones last", () => {
      expect(groupsOf({ group: "category" })).toEqual([
        ["Uncategorized", false, [2]],
        ["Lamps", false, [1]],
        ["New one", false, [3]],
      ]);
    });

    it("has a column for an empty category", () => {
      expect(groupsOf({ group: "category", layout: "columns" })[0]).toEqual(["Wicks", true, []]);
    });
  });

  it("groups a list by its view", () => {
    expect(shown({ view: "ranked" })).toEqual([["Priority", [1, 2, 3]]]);
  });
});

it.each<[BoardSearch, boolean]>([
  [{ view: "ranked" }, true],
  [{ view: "ranked", layout: "table" }, true],
  [{ view: "ranked", layout: "columns" }, false],
  [{ view: "ranked", group: "root" }, false],
  [{ view: "ranked", q: "gate" }, false],
  [{}, false],
])("rows of %j can be moved: %j", (search, expected) => {
  expect(isManuallyOrdered(search)).toBe(expected);
});
