import { describe, expect, it } from "vitest";
import { isOnBoard } from "../../../server/domains/sessions/attention/model.ts";
import { someSession } from "./session.test-data.ts";
import { belongsTo, filterQuery, type SessionFilter, wholeBoard } from "./session-filter.ts";

describe("belongsTo", () => {
  const session = someSession({
    status: "failed",
    agent_runtime: "codex",
    genesis: "api",
    priority_class: "spot",
    metadata: { agent_root_key: "orchard-api" },
  });

  it.each<[string, Partial<SessionFilter>, boolean]>([
    ["its status", { statuses: ["failed"] }, true],
    ["another status", { statuses: ["running"] }, false],
    ["its runtime", { runtime: "codex" }, true],
    ["another runtime", { runtime: "pi" }, false],
    ["its root", { root: "orchard-api" }, true],
    ["another root", { root: "orchard" }, false],
    ["its class", { priorityClass: "spot" }, true],
    ["another class", { priorityClass: "priority" }, false],
    ["its origin", { origin: "api" }, true],
    ["another origin", { origin: "chat" }, false],
  ])("tells a session by %s", (_title, filter, expected) => {
    expect(belongsTo({ ...wholeBoard, ...filter }, session)).toBe(expected);
  });
});

it("asks the service for what is set and nothing else", () => {
  expect(JSON.parse(JSON.stringify(filterQuery({ ...wholeBoard, runtime: "pi" })))).toEqual({
    view: "user",
    status: ["needs_input", "failed", "running", "waiting"],
    agent_runtime: "pi",
    include: ["board_row"],
  });
});

describe("isOnBoard", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  it.each([
    ["is shown", { visibility: "visible", snoozed_until: null }, true],
    ["is hidden", { visibility: "hidden", snoozed_until: null }, false],
    ["is snoozed", { visibility: "snoozed", snoozed_until: "2026-03-01T12:00:01Z" }, false],
    ["is over its snooze", { visibility: "snoozed", snoozed_until: "2026-03-01T12:00:00Z" }, true],
  ] as const)("knows a session that %s", (_title, session, expected) => {
    expect(isOnBoard(session, now)).toBe(expected);
  });
});
