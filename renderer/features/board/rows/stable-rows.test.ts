import { describe, expect, it } from "vitest";
import { someSession } from "../../sessions/session.test-data.ts";
import { type BoardGroup, groupSessions } from "../view-model.ts";
import { stabilize } from "./stable-rows.ts";

const one = someSession({ id: 1, status: "needs_input", updated_at: "2026-01-03T00:00:00Z" });
const two = someSession({ id: 2, status: "needs_input", updated_at: "2026-01-02T00:00:00Z" });
const three = someSession({ id: 3, status: "running" });
const shown = groupSessions([one, two, three], "user");
const idsOf = (groups: readonly BoardGroup[]) => groups.map(({ sessions }) => sessions.map(({ id }) => id));
const nobody: ReadonlySet<number> = new Set();

describe("a list under the pointer", () => {
  it("keeps a row in place when its session moves, with its latest data", () => {
    const next = groupSessions([{ ...one, status: "running" }, two, three], "user");
    const { groups, pending } = stabilize(shown, next, nobody);
    expect(idsOf(groups)).toEqual([[2, 1], [3]]);
    expect(groups[0]?.sessions[1]?.status).toBe("running");
    expect(pending).toBe(1);
  });

  it("keeps the row of a session that left and holds back a new one", () => {
    const next = groupSessions([two, three, someSession({ id: 4, status: "failed" })], "user");
    const { groups, gone, pending } = stabilize(shown, next, nobody);
    expect(idsOf(groups)).toEqual([[2, 1], [3]]);
    expect([...gone]).toEqual([1]);
    expect(pending).toBe(2);
  });

  it("drops a session that a person removed at once", () => {
    const next = groupSessions([two], "user");
    const { groups, gone } = stabilize(shown, next, new Set([1, 3]));
    expect(idsOf(groups)).toEqual([[2]]);
    expect(gone.size).toBe(0);
  });

  it("has nothing pending if only the text changed", () => {
    const next = groupSessions([{ ...one, title: "New" }, two, three], "user");
    expect(stabilize(shown, next, nobody).pending).toBe(0);
  });
});
