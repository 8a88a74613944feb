import { describe, expect, it } from "vitest";
import { judgeKey, type KnownKey, readKeyList, stampDue } from "./rules.ts";

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
  ["never", null, true],
  ["just now", 1_000_000, false],
  ["a millisecond less than a minute ago", 940_001, false],
  ["a minute ago", 940_000, true],
])("stampDue for a key last seen %s", (_title, lastUsedAt, expected) => {
  expect(stampDue(lastUsedAt, 1_000_000)).toBe(expected);
});
