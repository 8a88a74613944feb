import { describe, expect, it } from "vitest";
import {
  authorizationProblem,
  boardPath,
  canonicalUrl,
  endpointProblem,
  foreignText,
  isRenewalDue,
  isUsable,
  redirectUriOf,
  refusalWords,
  returnTarget,
  scopeToAsk,
} from "./rules.ts";

describe("endpointProblem", () => {
  it.each(["https://auth.example/token", "https://127.0.0.1:8443/token", "https://[::1]/token"])(
    "lets %s stand",
    (endpoint) => expect(endpointProblem(endpoint)).toBeNull(),
  );

  it.each([
    ["http://auth.example/token", "not an https address"],
    ["http://localhost/token", "not an https address"],
    ["http://127.0.0.1:3000/token", "not an https address"],
    ["ftp://auth.example/token", "not an https address"],
    ["https://user@auth.example/token", "user name"],
    ["https://user:pass@auth.example/token", "user name"],
    ["https://", "not a valid address"],
    ["/token", "not a valid address"],
    ["", "not a valid address"],
  ])("refuses %s: %s", (endpoint, why) => expect(endpointProblem(endpoint)).toContain(why));
});

it.each([
  ["https://auth.example/authorize", true],
  ["http://127.0.0.1:9/authorize", true],
  ["http://auth.example/authorize", false],
  ["javascript:alert(1)", false],
  ["https://me@auth.example/authorize", false],
])("a person is sent to %s: %s", (endpoint, sent) => {
  expect(authorizationProblem(endpoint) === null).toBe(sent);
});

it.each([
  ["https://Example.com/mcp/", "https://example.com/mcp"],
  ["https://example.com/mcp#top", "https://example.com/mcp"],
  ["https://example.com", "https://example.com"],
  ["https://example.com/mcp?tenant=1", "https://example.com/mcp?tenant=1"],
  ["nothing", null],
])("%s is the resource %s", (text, canonical) => expect(canonicalUrl(text)).toBe(canonical));

const minute = 60_000;
const hour = { accessExpiresAt: 60 * minute, lastRefreshedAt: 0, createdAt: 0 };
const good = { status: "connected", tokenEndpoint: "https://a.example/token", ...hour } as const;

describe("isRenewalDue", () => {
  it.each([
    ["not while half of its life is left", {}, 30 * minute, false],
    ["in the second half of a short one", {}, 30 * minute + 1, true],
    ["not long before the end of a long one", { accessExpiresAt: 600 * minute }, 560 * minute, false],
    ["near the end of a long one", { accessExpiresAt: 600 * minute }, 566 * minute, true],
    ["after the end", {}, 61 * minute, true],
    ["never without an end", { accessExpiresAt: null }, 61 * minute, false],
    ["not once it is over", { status: "reconnect" } as const, 61 * minute, false],
    ["not without a place to ask", { tokenEndpoint: "" }, 61 * minute, false],
  ])("%s", (_when, change, now, due) => expect(isRenewalDue({ ...good, ...change }, now)).toBe(due));
});

it("a blank endpoint means that the person signs in again", () => {
  expect([
    isUsable(good),
    isUsable({ ...good, tokenEndpoint: "" }),
    isUsable({ ...good, status: "reconnect" }),
  ]).toEqual([true, false, false]);
});

describe("scopeToAsk", () => {
  const none = { catalog: undefined, challenged: undefined, resource: undefined, offered: undefined };
  it.each([
    ["the catalog's first", { catalog: ["a"], challenged: "b", resource: ["c"] }, "a"],
    ["what the server asked for then", { challenged: "b  c", resource: ["d"] }, "b c"],
    ["what it offers then", { resource: ["c", "d"] }, "c d"],
    ["nothing where nothing is known", { offered: ["offline_access"] }, undefined],
    [
      "renewal where there is such a thing",
      { challenged: "b", offered: ["b", "offline_access"] },
      "b offline_access",
    ],
  ])("%s", (_what, change, scope) => expect(scopeToAsk({ ...none, ...change })).toBe(scope));
});

it.each([
  [undefined, "http://localhost:3000/oauth/mcp/callback"],
  ["https://box.example/oauth/mcp/callback", "https://box.example/oauth/mcp/callback"],
  ["http://localhost:9999/callback", "http://localhost:3000/oauth/mcp/callback"],
])("with %s in the catalog the way back is %s", (declared, uri) => {
  expect(redirectUriOf("http://localhost:3000", declared)).toBe(uri);
});

describe("boardPath", () => {
  it.each(["/sessions/12", "/", "/settings/connectors?session=1"])("keeps %s", (path) =>
    expect(boardPath(path)).toBe(path),
  );
  it.each([
    undefined,
    "",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/a\\b",
    "/a b",
    "/oauth/mcp/callback?state=1",
    "/.//evil.example",
    "javascript:alert(1)",
  ])("goes to the connectors in place of %o", (path) => expect(boardPath(path)).toBe("/settings/connectors"));
});

it("says on the page of connectors what was signed in to", () => {
  expect(returnTarget("/settings/connectors?session=1", "@a/led ger")).toBe(
    "/settings/connectors?signed_in=%40a%2Fled%20ger",
  );
  expect(returnTarget("/sessions/1", "ledger")).toBe("/sessions/1");
});

it("repeats what a server says on one line, without signs that turn it round, and not without end", () => {
  expect(foreignText(" a\n\u202eb\u0000 ")).toBe("a b");
  expect(foreignText("x".repeat(400))).toHaveLength(300);
  expect([refusalWords("access_denied"), refusalWords("odd\nthing")]).toEqual([
    "the request was declined",
    "it answered odd thing",
  ]);
});
