import { describe, expect, it } from "vitest";
import type { Caller } from "../../../http/model.ts";
import {
  describeClient,
  formTarget,
  isSameResource,
  judgeToken,
  type KnownToken,
  ownAppAt,
  ownAppReturn,
  readableName,
  redirectProblem,
} from "./rules.ts";

const audience = "https://board.example/mcp";
const app: KnownToken = { expiresAt: 1_000, audience, firstParty: true, actsAsHuman: false, revokedAt: null };
const person = { ...app, actsAsHuman: true };
const foreign = { ...app, firstParty: false, actsAsHuman: true };

describe("judgeToken", () => {
  it.each<[string, KnownToken, Caller[], object]>([
    ["lets the app do what it is named for", app, ["api", "native"], { kind: "native" }],
    ["lets the app into /mcp", app, ["api", "mcp"], { kind: "native" }],
    ["lets the app do what only a person may, as the person", person, ["human"], { kind: "native" }],
    ["asks for a person where the app only relays", app, ["human"], { kind: "needs_person" }],
    ["asks for no person where a relay is enough", app, ["native", "human"], { kind: "native" }],
    ["refuses the app elsewhere", person, ["api"], { kind: "refused", why: "not_for_this" }],
    ["refuses the app what is the board's", person, ["board"], { kind: "refused", why: "not_for_this" }],
    ["lets another client into /mcp", foreign, ["api", "mcp"], { kind: "mcp_client" }],
    [
      "refuses another client all the rest, a person's too",
      foreign,
      ["api", "native", "human"],
      { kind: "refused", why: "not_for_this" },
    ],
    ["takes a token to the last moment", { ...app, expiresAt: 501 }, ["native"], { kind: "native" }],
    [
      "refuses it at the end of its time",
      { ...app, expiresAt: 500 },
      ["native"],
      { kind: "refused", why: "expired" },
    ],
    [
      "refuses a revoked one before an expired one",
      { ...app, expiresAt: 1, revokedAt: 1 },
      ["native"],
      { kind: "refused", why: "revoked" },
    ],
    [
      "refuses one for another address",
      { ...app, audience: "https://old.example/mcp" },
      ["native"],
      { kind: "refused", why: "wrong_audience" },
    ],
    [
      "asks for no person before it knows that the token is good",
      { ...app, audience: "https://old.example/mcp" },
      ["human"],
      { kind: "refused", why: "wrong_audience" },
    ],
  ])("%s", (_title, token, callers, expected) => {
    expect(judgeToken(token, { callers, now: 500, audience })).toEqual(expected);
  });

  it("takes whatever this service issued while no address is configured", () => {
    const token = { ...app, audience: "http://localhost:3000/mcp" };
    expect(judgeToken(token, { callers: ["native"], now: 0, audience: null })).toEqual({ kind: "native" });
  });
});

it.each([
  ["https://a.example/mcp", "https://a.example/mcp/", true],
  ["https://a.example/mcp?tool_groups=x", "https://A.example:443/mcp#y", true],
  ["https://a.example/mcp//", "https://a.example/mcp", false],
  ["https://a.example/mcp/x", "https://a.example/mcp", false],
  ["http://a.example/mcp", "https://a.example/mcp", false],
  ["https://a.example:8443/mcp", "https://a.example/mcp", false],
  ["no address", "no address", false],
])("%s and %s are the same resource: %s", (one, other, expected) => {
  expect(isSameResource(one, other)).toBe(expected);
});

it.each([
  ["https://app.example/back", null],
  ["http://localhost:1234/back", null],
  ["http://127.0.0.1/back", null],
  ["http://[::1]:9/back", null],
  ["http://192.168.1.5/back", "redirect_uris must be https"],
  ["http://localhost.evil.example/", "redirect_uris must be https"],
  ["signalbox://oauth/callback", "redirect_uris must be https"],
  ["javascript:alert(1)", "redirect_uris must be https"],
  ["https://a.example/#", "redirect_uris must not contain fragments"],
  ["https://a:b@c.example/", "redirect_uris must not contain a user name"],
  ["https://evil.example\\@good.example/", "redirect_uris must only contain valid"],
  ["https://a.example/\r\nx", "redirect_uris must only contain valid"],
  ["https://\u0430pple.example/", "redirect_uris must only contain valid"],
  ["nowhere", "redirect_uris must only contain valid"],
  [null, "redirect_uris must only contain valid"],
  [{ length: 1 }, "redirect_uris must only contain valid"],
])("a client may be sent back to %j unless: %s", (uri, problem) => {
  const found = redirectProblem(uri);
  expect(found === null ? null : found.startsWith(problem ?? " ")).toBe(problem === null ? null : true);
});

it.each([
  ["/oauth/authorize?client_id=signalbox&redirect_uri=signalbox%3A%2F%2Fback", "signalbox://back"],
  ["/oauth/authorize?client_id=signalbox", null],
  ["/oauth/authorize?client_id=c1&redirect_uri=signalbox%3A%2F%2Fback", null],
  ["/oauth/authorize?client_id=signalbox&client_id=c1&redirect_uri=a%3Ab", null],
  ["/oauth/token?client_id=signalbox&redirect_uri=a%3Ab", null],
  ["//evil.example/oauth/authorize?client_id=signalbox&redirect_uri=a%3Ab", null],
  ["/\\evil.example/oauth/authorize?client_id=signalbox&redirect_uri=a%3Ab", null],
  ["https://evil.example/oauth/authorize?client_id=signalbox&redirect_uri=a%3Ab", null],
])("a request of the app itself: %s", (address, returnsTo) => {
  expect(ownAppReturn(address)).toBe(returnsTo);
});

it.each([
  ["https://192.168.1.5:3443", "native", true],
  ["https://127.0.0.1:3443", "web", true],
  ["http://127.0.0.1:3000", "native", true],
  ["http://192.168.1.5:3000", "native", false],
])("the app at %s is %s, and comes back to its pages: %s", (issuer, type, included) => {
  const app = ownAppAt(issuer);
  expect([app.type, app.redirectUris.includes(`${issuer}/pair/callback`)]).toEqual([type, included]);
});

it.each([
  ["signalbox", "Anything", { clientName: "Signalbox", firstParty: true, publisherHost: null }],
  ["c1", " A\u202e\nname ", { clientName: "A name", registration: "self_registered", publisherHost: null }],
  ["c1", undefined, { clientName: "A client without a name" }],
  [
    "https://pub.example:8443/client.json",
    "Editor",
    { clientName: "Editor", registration: "published", publisherHost: "pub.example:8443" },
  ],
  ["https://pub.example/client.json", "\u200b", { clientName: "pub.example" }],
])("describes the client %s that calls itself %j", (id, name, expected) => {
  expect(describeClient(id, name)).toMatchObject({ clientId: id, ...expected });
});

it("keeps a name to one line of a hundred characters", () => {
  expect(readableName(`  a\t\u0000b ${"c".repeat(200)}`)).toBe(`a b ${"c".repeat(96)}`);
  expect(readableName(`${"c".repeat(99)}\u{1f600}`)).toBe(`${"c".repeat(99)}\ufffd`);
});

it.each([
  ["https://app.example/back?x=1", "https://app.example"],
  ["http://127.0.0.1:99/back", "http://127.0.0.1:99"],
  ["http://[::1]:99/back", "http:"],
  ["https://a.example;sandbox/", "https:"],
  ["https://*.example/", "https:"],
  ["signalbox://oauth/callback", "signalbox:"],
])("a form that leads to %s needs %s in its page's policy", (uri, source) => {
  expect(formTarget(uri)).toBe(source);
});
