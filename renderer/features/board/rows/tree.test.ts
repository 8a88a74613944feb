import { describe, expect, it } from "vitest";
import { someSession } from "../../sessions/session.test-data.ts";
import { treeOf } from "./tree.ts";

const failure = { kind: "failed", reason: "", said: null, since: "", corrected: false } as const;
const of = (id: number, parent: number | null, status: "running" | "failed" = "running") =>
  someSession({ id, parent_session_id: parent, status, attention: status === "failed" ? failure : null });
const family = [of(1, null), of(2, 1), of(3, 2, "failed"), of(4, null), of(5, 99)];
const ids = (expanded: readonly number[]) => treeOf(family, new Set(expanded)).sessions.map(({ id }) => id);

describe("treeOf", () => {
  it("leaves out collapsed children and shows an orphan at the top", () => {
    expect(ids([])).toEqual([1, 4, 5]);
  });

  it("shows children below an expanded parent at every depth", () => {
    expect(ids([1])).toEqual([1, 2, 4, 5]);
    expect(ids([2])).toEqual([1, 4, 5]);
    expect(ids([1, 2])).toEqual([1, 2, 3, 4, 5]);
  });

  it("counts the sessions below and those that need a person", () => {
    const { nodes } = treeOf(family, new Set());
    expect(nodes.get(1)).toEqual({ depth: 0, isExpanded: false, descendants: 2, needsYou: 1 });
    expect(nodes.get(3)).toMatchObject({ depth: 2, descendants: 0 });
  });

  it("keeps sessions that are each other's parents", () => {
    expect(treeOf([of(1, 2), of(2, 1)], new Set()).sessions.map(({ id }) => id)).toEqual([1, 2]);
  });
});
