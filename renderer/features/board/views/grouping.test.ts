import { describe, expect, it } from "vitest";
import type { OpenedPullRequest } from "../../../../server/domains/repositories/pull-requests/model.ts";
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
const shown = (search: BoardSearch) =>
  boardGroups(sessions, { search, facts, expanded: new Set() }).groups.map(({ title, sessions: own }) => [
    title,
    own.map(({ id }) => id),
  ]);

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
