import { describe, expect, it } from "vitest";
import { planMigration } from "./migrate.ts";

const journal = [
  { tag: "0000_first", when: 100 },
  { tag: "0001_second", when: 200 },
  { tag: "0002_third", when: 300 },
];

describe("planMigration", () => {
  it.each([
    ["creates a file that has none of them", [], { kind: "create" }],
    ["leaves a file alone that has all of them", [100, 200, 300], { kind: "current" }],
    [
      "takes up what follows the newest applied one",
      [100],
      { kind: "upgrade", pending: ["0001_second", "0002_third"] },
    ],
    ["takes up the last one", [200, 100], { kind: "upgrade", pending: ["0002_third"] }],
    ["sees a newer file by a migration it does not know", [100, 200, 300, 400], { kind: "newer" }],
    ["sees another line of versions by a migration in between", [100, 250], { kind: "newer" }],
  ])("%s", (_title, applied, expected) => {
    expect(planMigration(journal, applied)).toEqual(expected);
  });

  it("has nothing to do for a version without migrations", () => {
    expect(planMigration([], [])).toEqual({ kind: "create" });
  });
});
