import { describe, expect, test } from "vitest";
import { limits, readTree } from "./tree.ts";

const node = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  trigger: { kind: "New", source: "user" },
  goal: { text: "Fix the till", kind: "Action" },
  outcome: { kind: "Success", explanation: "It adds up." },
  meta: { event_range: [0, 3] },
  children: [],
  ...more,
});
const failed = { outcome: { kind: "Failure", explanation: "It did not." } };
const problemsOf = (root: unknown): string[] => {
  const read = readTree(root);
  return "problems" in read ? read.problems : [];
};

/** A chain of so many segments. */
function chain(levels: number, at = "S0"): Record<string, unknown> {
  return node(at, levels > 1 ? { children: [chain(levels - 1, `${at}.0`)] } : {});
}

describe("a tree", () => {
  test("is counted, and a failure below does not make its parent one", () => {
    const correction = { trigger: { kind: "Correction", source: "agent" } };
    const root = node("S0", { children: [node("S0.0", failed), node("S0.1", correction)] });
    expect(readTree(root)).toMatchObject({
      segments: 3,
      failures: 1,
      depth: 2,
      root: { outcome: { kind: "Success" }, children: [{ id: "S0.0" }, { id: "S0.1" }] },
    });
  });

  test("loses what is not known, and numbers that are none", () => {
    const meta = { event_range: null, tokens_in: "12", tokens_out: "many", model: "m".repeat(300), color: 1 };
    expect(readTree(node("S0", { meta, extra: true }))).toMatchObject({
      root: { meta: { event_range: null, tokens_in: 12, tokens_out: null, model: "m".repeat(200) } },
    });
    expect(JSON.stringify(readTree(node("S0", { meta, extra: true })))).not.toMatch(/extra|color/);
  });

  test("may be as large and as deep as the limits, and no larger", () => {
    const wide = (count: number) =>
      node("S0", { children: Array.from({ length: count - 1 }, (_, index) => node(`S0.${index}`)) });
    expect(readTree(wide(limits.segments))).toMatchObject({ segments: limits.segments });
    expect(problemsOf(wide(limits.segments + 1))).toEqual([expect.stringContaining("5000 segments")]);
    expect(readTree(chain(limits.depth))).toMatchObject({ depth: limits.depth });
    expect(problemsOf(chain(limits.depth + 1))).toEqual([expect.stringContaining("32 levels")]);
  });

  test("that is wrong is refused with every problem", () => {
    const root = node("S1", {
      trigger: { kind: "Correction", source: "nobody" },
      goal: { text: " ", kind: "Wish" },
      outcome: { kind: "Success", explanation: "x".repeat(141) },
      meta: { event_range: [1] },
      children: [node("S0.1"), "text", node("S0.2", { outcome: { kind: "Success" }, children: {} })],
    });
    expect(problemsOf(root)).toEqual([
      'S0: id is "S1", but by its position it is S0',
      "S0: trigger.source is one of user, agent, subagent",
      "S0: a Correction follows an earlier segment of the same parent",
      "S0: goal.text is missing",
      "S0: goal.kind is one of Plan, Action",
      "S0: outcome.explanation is longer than 140 characters",
      "S0: meta.event_range is null or the numbers of the first and the last event",
      'S0.0: id is "S0.1", but by its position it is S0.0',
      "S0.1 is not an object",
      "S0.2: outcome.explanation is missing",
      "S0.2: children is a list of segments",
    ]);
    expect(problemsOf(undefined)).toHaveLength(1);
    expect(problemsOf([])).toEqual(["S0 is not an object"]);
  });

  test("with very many problems names the first 50", () => {
    const problems = problemsOf(node("S0", { children: Array.from({ length: 80 }, () => null) }));
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toBe("(and 30 more…)");
  });
});
