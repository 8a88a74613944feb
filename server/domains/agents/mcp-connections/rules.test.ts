import { describe, expect, it } from "vitest";
import {
  accessEnd,
  authorizationProblem,
  boardPath,
  canonicalUrl,
  endpointProblem,
  foreignText,
  isRenewalDue,
  isUsable,
  redirectUriOf,
  returnTarget,
  scopeToAsk,
} from "./rules.ts";
import { text } from "./text.ts";

describe("endpointProblem", () => {
  it.each(["https://auth.example/token", "https://127.0.0.1:8443/token", "https://[::1]/token"])(
    "accepts %s",
    (endpoint) => expect(endpointProblem(endpoint)).toBeNull(),
  );

  it.each([
    ["http://auth.example/token", "not_https"],
    ["http://localhost/token", "not_https"],
    ["http://127.0.0.1:3000/token", "not_https"],
    ["ftp://auth.example/token", "not_https"],
    ["https://user@auth.example/token", "credentials"],
    ["https://user:pass@auth.example/token", "credentials"],
    ["https://", "invalid"],
    ["/token", "invalid"],
    ["", "invalid"],
  ])("refuses %s: %s", (endpoint, why) => expect(endpointProblem(endpoint)).toBe(why));
});

it.each([
  ["https://auth.example/authorize", true],
  ["http://127.0.0.1:9/authorize", true],
  ["http://auth.example/authorize", false],
  ["javascript:alert(1)", false],
  ["https://me@auth.example/authorize", false],
])("sends a person to %s: %s", (endpoint, sent) => {
  expect(authorizationProblem(endpoint) === null).toBe(sent);
});

it.each([
  ["https://Example.com/mcp/", "https://example.com/mcp"],
  ["https://example.com/mcp#top", "https://example.com/mcp"],
  ["https://example.com", "https://example.com"],
  ["https://example.com/mcp?tenant=1", "https://example.com/mcp?tenant=1"],
  ["nothing", null],
])("writes %s as the resource %s", (address, canonical) => expect(canonicalUrl(address)).toBe(canonical));

const minute = 60_000;
const hour = { accessExpiresAt: 60 * minute, lastRefreshedAt: 0, createdAt: 0 };
const good = { status: "connected", tokenEndpoint: "https://a.example/token", ...hour } as const;

describe("isRenewalDue", () => {
  it.each([
    ["not while half of the lifetime is left", {}, 30 * minute, false],
    ["in the second half of a short lifetime", {}, 30 * minute + 1, true],
    ["not long before the end of a long lifetime", { accessExpiresAt: 600 * minute }, 560 * minute, false],
    ["near the end of a long lifetime", { accessExpiresAt: 600 * minute }, 566 * minute, true],
    ["after the end", {}, 61 * minute, true],
    ["never if the token does not expire", { accessExpiresAt: null }, 61 * minute, false],
    ["not once the sign-in has ended", { status: "reconnect" } as const, 61 * minute, false],
    ["not without a token endpoint", { tokenEndpoint: "" }, 61 * minute, false],
  ])("%s", (_when, change, now, due) => expect(isRenewalDue({ ...good, ...change }, now)).toBe(due));
});

it("requires a new sign-in if the endpoint is blank", () => {
  expect([
    isUsable(good),
    isUsable({ ...good, tokenEndpoint: "" }),
    isUsable({ ...good, status: "reconnect" }),
  ]).toEqual([true, false, false]);
});

describe("scopeToAsk", () => {
  const none = { catalog: undefined, challenged: undefined, resource: undefined, offered: undefined };
  it.each([
    ["requests the catalog's scopes first", { catalog: ["a"], challenged: "b", resource: ["c"] }, "a"],
    ["then what the server asked for", { challenged: "b  c", resource: ["d"] }, "b c"],
    ["then what the resource offers", { resource: ["c", "d"] }, "c d"],
    ["nothing if nothing is known", { offered: ["offline_access"] }, undefined],
    [
      "renewal as well if it is offered",
      { challenged: "b", offered: ["b", "offline_access"] },
      "b offline_access",
    ],
  ])("%s", (_what, change, scope) => expect(scopeToAsk({ ...none, ...change })).toBe(scope));
});

it.each([
  [undefined, "http://localhost:3000/oauth/mcp/callback"],
  ["https://box.example/oauth/mcp/callback", "https://box.example/oauth/mcp/callback"],
  ["http://localhost:9999/callback", "http://localhost:3000/oauth/mcp/callback"],
])("with %s in the catalog, redirects to %s", (declared, uri) => {
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
  ])("returns to the connectors page instead of %o", (path) =>
    expect(boardPath(path)).toBe("/settings/connectors"),
  );
});

it("names the new sign-in to the connectors page only", () => {
  expect(returnTarget("/settings/connectors?session=1", "@a/led ger")).toBe(
    "/settings/connectors?signed_in=%40a%2Fled%20ger",
  );
  expect(returnTarget("/sessions/1", "ledger")).toBe("/sessions/1");
});

it("quotes a server on one line, without control characters and shortened", () => {
  expect(foreignText(" a\n\u202eb\u0000 ")).toBe("a b");
  expect(foreignText("x".repeat(400))).toHaveLength(300);
  expect([text.denied("access_denied", ""), text.denied("odd\nthing", "")]).toEqual([
    "the request was declined.",
    "it answered odd thing.",
  ]);
});

describe("accessEnd", () => {
  it.each([
    ["a usual lifetime", 3_600, 3_600_000],
    ["none", undefined, null],
    ["no number", Number.NaN, null],
    ["one that is over", -5, 0],
    ["one beyond all dates", 1e300, 3_660 * 86_400_000],
  ])("reads %s", (_what, seconds, end) => expect(accessEnd(seconds, 0)).toBe(end));
});
