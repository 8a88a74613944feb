import { describe, expect, it } from "vitest";
import { someSession } from "../sessions/session.test-data.ts";
import { groupSessions, neighbour, ofRuntime, runtimeChoices } from "./view-model.ts";

describe("groupSessions", () => {
  it("puts what asks for a person first and leaves empty groups out", () => {
    const groups = groupSessions([
      someSession({ id: 1, status: "waiting" }),
      someSession({ id: 2, status: "running" }),
      someSession({ id: 3, status: "failed" }),
      someSession({ id: 4, status: "needs_input" }),
    ]);
    expect(groups.map(({ status }) => status)).toEqual(["needs_input", "failed", "running", "waiting"]);
  });

  it("keeps running rows where they are though they change", () => {
    const [group] = groupSessions([
      someSession({
        id: 1,
        status: "running",
        created_at: "2026-01-01T00:00:00Z",
        updated_at: "2026-01-09T00:00:00Z",
      }),
      someSession({
        id: 2,
        status: "running",
        created_at: "2026-01-02T00:00:00Z",
        updated_at: "2026-01-02T00:00:00Z",
      }),
    ]);
    expect(group?.sessions.map(({ id }) => id)).toEqual([2, 1]);
  });

  it("shows favourites first, then what came to rest last", () => {
    const [group] = groupSessions([
      someSession({ id: 1, updated_at: "2026-01-01T00:00:00Z" }),
      someSession({ id: 2, updated_at: "2026-01-02T00:00:00Z" }),
      someSession({ id: 3, updated_at: "2025-01-01T00:00:00Z", favorited: true }),
    ]);
    expect(group?.sessions.map(({ id }) => id)).toEqual([3, 2, 1]);
  });
});

describe("the runtime filter", () => {
  const sessions = [
    someSession({ id: 1, agent_runtime: "pi" }),
    someSession({ id: 2, agent_runtime: "codex" }),
  ];

  it("shows all when none is chosen, else only those", () => {
    expect(ofRuntime(sessions, null)).toBe(sessions);
    expect(ofRuntime(sessions, "pi").map(({ id }) => id)).toEqual([1]);
  });

  it("still offers a chosen runtime that no session has", () => {
    expect(runtimeChoices(sessions, "claude_code").map(({ label }) => label)).toEqual(
      ["Claude Code", "Codex", "pi"].toSorted((a, b) => a.localeCompare(b)),
    );
  });
});

describe("neighbour", () => {
  it.each([
    ["starts at the top going down", 3, -1, 1, 0],
    ["starts at the bottom going up", 3, -1, -1, 2],
    ["moves on", 3, 1, 1, 2],
    ["stays at the end", 3, 2, 1, 2],
    ["has nowhere to go on an empty board", 0, -1, 1, -1],
  ] as const)("%s", (_title, count, current, step, expected) => {
    expect(neighbour(count, current, step)).toBe(expected);
  });
});
