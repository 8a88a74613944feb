import { describe, expect, it } from "vitest";
import { faultsOfName, judgeKey, type KnownKey, readKeyList, statusOf } from "./rules.ts";

const minted: KnownKey = { source: "minted", grant: "api", revokedAt: null, listed: false };
const listed: KnownKey = { source: "env", grant: "api", revokedAt: null, listed: true };

describe("judgeKey", () => {
  it.each<[string, KnownKey | null, string[], object]>([
    ["refuses what nobody knows", null, ["api"], { kind: "refused", why: "unknown" }],
    ["accepts a minted key", minted, ["api", "native"], { kind: "accepted" }],
    ["accepts a key that stands in the list", listed, ["api"], { kind: "accepted" }],
    [
      "refuses a key that has left the list",
      { ...listed, listed: false },
      ["api"],
      { kind: "refused", why: "retired" },
    ],
    ["refuses a revoked key", { ...minted, revokedAt: 1 }, ["api"], { kind: "refused", why: "revoked" }],
    [
      "refuses a revoked key that is listed still",
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
      "lets no api key do what is for another grant",
      minted,
      ["quick_router"],
      { kind: "refused", why: "wrong_grant" },
    ],
    [
      "accepts the other grant there",
      { ...minted, grant: "quick_router" },
      ["quick_router"],
      { kind: "accepted" },
    ],
    ["tells an api key that a person is needed (R127)", minted, ["human"], { kind: "needs_person" }],
    [
      "tells nobody else",
      { ...minted, grant: "external_app" },
      ["human"],
      { kind: "refused", why: "wrong_grant" },
    ],
    ["tells no revoked key", { ...minted, revokedAt: 1 }, ["human"], { kind: "refused", why: "revoked" }],
    ["lets no key in at the board's own", minted, ["board"], { kind: "refused", why: "wrong_grant" }],
  ])("%s", (_title, key, callers, expected) => {
    expect(judgeKey(key, callers)).toEqual(expected);
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
  ["one in the list", listed, "active"],
  ["one that has left the list", { ...listed, listed: false }, "retired"],
  ["one that was revoked and has left the list", { ...listed, revokedAt: 1, listed: false }, "revoked"],
] as const)("statusOf tells %s", (_title, key, expected) => {
  expect(statusOf(key)).toBe(expected);
});

describe("faultsOfName", () => {
  const isTaken = (name: string) => name === "laptop";

  it.each(["phone", "x".repeat(100), "Ada's key — 2", "鍵"])("finds none in %j", (name) => {
    expect(faultsOfName(name, isTaken)).toEqual([]);
  });

  it.each([
    ["nothing", "", ["The name is blank"]],
    ["more than 100 characters", "x".repeat(101), ["The name is longer than 100 characters"]],
    ["a line break", "a\nb", ["The name has control characters in it"]],
    ["a zero", "a\0b", ["The name has control characters in it"]],
    ["writing turned round", "a\u202eb", ["The name has control characters in it"]],
    ["half a character", "a\ud800", ["The name has control characters in it"]],
    ["a taken one", "laptop", [expect.stringContaining("The name is taken")]],
  ])("finds fault with %s", (_title, name, expected) => {
    expect(faultsOfName(name, isTaken)).toEqual(expected);
  });

  it("names every fault at once", () => {
    expect(faultsOfName(`\t${"x".repeat(100)}`, isTaken)).toHaveLength(2);
  });
});
