import { describe, expect, it } from "vitest";
import { someSession } from "../sessions/session.test-data.ts";
import { summariesOf } from "../sessions/session-lists.ts";
import { filterLabels, rootChoices, runtimeChoices } from "./filters/filter-labels.ts";
import { groupSessions, visibleSessions } from "./view-model.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const idsIn = (groups: ReturnType<typeof groupSessions>) =>
  groups.map(({ sessions }) => sessions.map(({ id }) => id));

describe("sessions grouped by status", () => {
  it("lists what needs a person first, in one group, and omits empty groups", () => {
    const groups = groupSessions(
      [
        someSession({ id: 1, status: "waiting" }),
        someSession({ id: 2, status: "running" }),
        someSession({ id: 3, status: "failed" }),
        someSession({ id: 4, status: "needs_input" }),
      ],
      "user",
    );
    expect(groups.map(({ status }) => status)).toEqual(["needs_input", "running", "waiting"]);
    expect(idsIn(groups)).toEqual([[4, 3], [2], [1]]);
  });

  it("keeps running rows in place when they change", () => {
    const at = (id: number, created: string, updated: string) =>
      someSession({ id, status: "running", created_at: created, updated_at: updated });
    const sessions = [
      at(1, "2026-01-01T00:00:00Z", "2026-01-09T00:00:00Z"),
      at(2, "2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z"),
    ];
    expect(idsIn(groupSessions(sessions, "user"))).toEqual([[2, 1]]);
  });

  it("lists favorites first, then what stopped last, whatever changed since", () => {
    const stopped = (since: string) =>
      ({ attention: { kind: "review", reason: "", said: null, since, corrected: false } }) as const;
    const sessions = [
      someSession({ id: 1, ...stopped("2026-01-01T00:00:00Z"), updated_at: "2026-01-03T00:00:00Z" }),
      someSession({ id: 2, ...stopped("2026-01-02T00:00:00Z") }),
      someSession({ id: 3, ...stopped("2025-01-01T00:00:00Z"), favorited: true }),
    ];
    expect(idsIn(groupSessions(sessions, "user"))).toEqual([[3, 2, 1]]);
  });
});

describe("sessions in the other views", () => {
  const sessions = [
    someSession({ id: 1, precedence: 5, created_at: "2026-01-03T00:00:00Z" }),
    someSession({ id: 2, precedence: 9, created_at: "2026-01-01T00:00:00Z" }),
    someSession({ id: 3, precedence: 9, created_at: "2026-01-02T00:00:00Z", priority_class: "spot" }),
    someSession({ id: 4, precedence: 5, created_at: "2026-01-02T00:00:00Z" }),
    someSession({ id: 5, status: "archived" }),
  ];

  it("are ranked by class and precedence, older first, with the archive last", () => {
    expect(idsIn(groupSessions(sessions, "ranked"))).toEqual([[2, 4, 1], [3], [5]]);
  });

  it("are listed newest first, or in the order of the service", () => {
    expect(idsIn(groupSessions(sessions.slice(0, 4), "created_desc"))).toEqual([[1, 4, 3, 2]]);
    expect(idsIn(groupSessions(sessions, "last_touched"))).toEqual([[1, 2, 3, 4, 5]]);
  });
});

describe("visible sessions", () => {
  const sessions = [
    someSession({ id: 1 }),
    someSession({ id: 2, visibility: "hidden" }),
    someSession({ id: 3, favorited: true }),
  ];
  const shown = (search: Parameters<typeof visibleSessions>[1]) =>
    visibleSessions(sessions, search, now).sessions.map(({ id }) => id);

  it("are those on the board, and the others when filtered or searched for", () => {
    expect([shown({}), shown({ board: "off" }), shown({ board: "both" }), shown({ q: "gate" })]).toEqual([
      [1, 3],
      [2],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(visibleSessions(sessions, {}, now).offBoard).toBe(1);
  });

  it("are only favorites when filtered for", () => {
    expect(shown({ favourites: true })).toEqual([3]);
  });
});

it("collects the summaries of the rows", () => {
  const pagination = { page: 1, per_page: 100, total_count: 2, total_pages: 1 };
  const board_rows = {
    1: { agent_root: null, status_summary: "Nearly there" },
    2: { agent_root: null, status_summary: null },
  };
  expect([...summariesOf([{ sessions: [], pagination, board_rows }])]).toEqual([[1, "Nearly there"]]);
});

describe("filter labels", () => {
  it("offer the values that occur and the chosen one", () => {
    const sessions = [
      someSession({ agent_runtime: "pi", metadata: { agent_root_key: "orchard" } }),
      someSession(),
    ];
    expect(runtimeChoices(sessions, "codex").map(({ label }) => label)).toEqual(["Codex", "pi"]);
    expect(rootChoices(sessions, undefined).map(({ value }) => value)).toEqual(["orchard"]);
  });

  it("name the active filters", () => {
    expect(filterLabels.status({ status: "failed,waiting" })).toBe("Failed, Waiting");
    expect(filterLabels.board({ board: "off" })).toBe("Snoozed and hidden");
    expect(filterLabels.origin({ origin: "api" })).toBe("From: The API");
  });
});
