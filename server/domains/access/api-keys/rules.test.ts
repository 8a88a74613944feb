import { describe, expect, it } from "vitest";
import { decideKey, type KnownKey, nameProblems, readKeyList, shortKeys, statusOf } from "./rules.ts";

const minted: KnownKey = {
  source: "minted",
  grant: "api",
  revokedAt: null,
  makerEndedAt: null,
  listed: false,
};
const listed: KnownKey = { source: "env", grant: "api", revokedAt: null, makerEndedAt: null, listed: true };

it.each([
  [undefined, 0],
  ["0123456789abcdef", 0],
  ["my-key, 0123456789abcde ,0123456789abcdef", 2],
])("counts the keys of %j that can be guessed: %i", (list, count) => {
  expect(shortKeys(list)).toBe(count);
});

describe("decideKey", () => {
  it.each<[string, KnownKey | null, string[], object]>([
    ["refuses an unknown key", null, ["api"], { kind: "refused", why: "unknown" }],
    ["accepts a minted key", minted, ["api", "native"], { kind: "accepted" }],
    ["accepts a listed key", listed, ["api"], { kind: "accepted" }],
    [
      "refuses a key that is no longer listed",
      { ...listed, listed: false },
      ["api"],
      { kind: "refused", why: "retired" },
    ],
    ["refuses a revoked key", { ...minted, revokedAt: 1 }, ["api"], { kind: "refused", why: "revoked" }],
    [
      "refuses a revoked key that is still listed",
      { ...listed, revokedAt: 1 },
      ["api"],
      { kind: "refused", why: "revoked" },
    ],
    [
      "compares the grant exactly",
      { ...minted, grant: "quick_router" },
      ["api"],
      { kind: "refused", why: "wrong_grant" },
    ],
    [
      "refuses an API key for another grant's operation",
      minted,
      ["quick_router"],
      { kind: "refused", why: "wrong_grant" },
    ],
    [
      "accepts that grant's own key",
      { ...minted, grant: "quick_router" },
      ["quick_router"],
      { kind: "accepted" },
    ],
    ["reports to an API key that a person is required (R127)", minted, ["human"], { kind: "needs_person" }],
    [
      "does not report that to keys with other grants",
      { ...minted, grant: "external_app" },
      ["human"],
      { kind: "refused", why: "wrong_grant" },
    ],
    [
      "does not report that to a revoked key",
      { ...minted, revokedAt: 1 },
      ["human"],
      { kind: "refused", why: "revoked" },
    ],
    [
      "refuses every key for operations of the board",
      minted,
      ["board"],
      { kind: "refused", why: "wrong_grant" },
    ],
  ])("%s", (_title, key, callers, expected) => {
    expect(decideKey(key, callers)).toEqual(expected);
  });
});

it.each([
  [undefined, []],
  ["", []],
  [" , ,", []],
  ["one", ["one"]],
  [" one , two,three ", ["one", "two", "three"]],
])("readKeyList reads %j", (list, expected) => {
  expect(readKeyList(list)).toEqual(expected);
});

it.each([
  ["an active one", minted, "active"],
  ["a revoked one", { ...minted, revokedAt: 1 }, "revoked"],
  ["one whose maker has ended", { ...minted, makerEndedAt: 1 }, "revoked"],
  ["one in the list", listed, "active"],
  ["one that is no longer listed", { ...listed, listed: false }, "retired"],
  ["one that is revoked and no longer listed", { ...listed, revokedAt: 1, listed: false }, "revoked"],
] as const)("statusOf is right for %s", (_title, key, expected) => {
  expect(statusOf(key)).toBe(expected);
});

describe("nameProblems", () => {
  const isTaken = (name: string) => name === "laptop";

  it.each(["phone", "x".repeat(100), "Ada's key — 2", "鍵"])("finds none in %j", (name) => {
    expect(nameProblems(name, isTaken)).toEqual([]);
  });

  it.each([
    ["nothing", "", ["blank_name"]],
    ["more than 100 characters", "x".repeat(101), ["long_name"]],
    ["a line break", "a\nb", ["control_characters"]],
    ["a NUL", "a\0b", ["control_characters"]],
    ["a bidirectional override", "a\u202eb", ["control_characters"]],
    ["a lone surrogate", "a\ud800", ["control_characters"]],
    ["a taken one", "laptop", ["taken_name"]],
  ])("reports %s", (_title, name, expected) => {
    expect(nameProblems(name, isTaken)).toEqual(expected);
  });

  it("reports every problem at once", () => {
    expect(nameProblems(`\t${"x".repeat(100)}`, isTaken)).toHaveLength(2);
  });
});
