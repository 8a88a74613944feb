import { describe, expect, it } from "vitest";
import type { Caller } from "../../../http/model.ts";
import {
  decideToken,
  describeClient,
  firstPartyRegistration,
  firstPartyReturn,
  formTarget,
  isSameResource,
  type KnownToken,
  posesAsSignalbox,
  readableName,
  redirectProblem,
} from "./rules.ts";
import { text } from "./text.ts";

const audience = "https://board.example/mcp";
const app: KnownToken = { expiresAt: 1_000, audience, firstParty: true, actsAsHuman: false, revokedAt: null };
const person = { ...app, actsAsHuman: true };
const foreign = { ...app, firstParty: false, actsAsHuman: true };

describe("decideToken", () => {
  it.each<[string, KnownToken, Caller[], object]>([
    ["lets the app call operations for native clients", app, ["api", "native"], { kind: "native" }],
    ["lets the app into /mcp", app, ["api", "mcp"], { kind: "native" }],
    [
      "lets the app call operations for people if it acts as the person",
      person,
      ["human"],
      { kind: "native" },
    ],
    ["requires a person if the app only relays", app, ["human"], { kind: "needs_person" }],
    ["requires no person where relaying is enough", app, ["native", "human"], { kind: "native" }],
    ["refuses the app operations for API keys", person, ["api"], { kind: "refused", why: "not_for_this" }],
    ["refuses the app operations for the board", person, ["board"], { kind: "refused", why: "not_for_this" }],
    ["lets another client into /mcp", foreign, ["api", "mcp"], { kind: "mcp_client" }],
    [
      "refuses another client everything else, including operations for people",
      foreign,
      ["api", "native", "human"],
      { kind: "refused", why: "not_for_this" },
    ],
    ["accepts a token until it expires", { ...app, expiresAt: 501 }, ["native"], { kind: "native" }],
    [
      "refuses a token once it expired",
      { ...app, expiresAt: 500 },
      ["native"],
      { kind: "refused", why: "expired" },
    ],
    [
      "reports a revoked token as revoked even if it expired",
      { ...app, expiresAt: 1, revokedAt: 1 },
      ["native"],
      { kind: "refused", why: "revoked" },
    ],
    [
      "refuses a token for another address",
      { ...app, audience: "https://old.example/mcp" },
      ["native"],
      { kind: "refused", why: "wrong_audience" },
    ],
    [
      "checks the token before it requires a person",
      { ...app, audience: "https://old.example/mcp" },
      ["human"],
      { kind: "refused", why: "wrong_audience" },
    ],
  ])("%s", (_title, token, callers, expected) => {
    expect(decideToken(token, { callers, now: 500, audience })).toEqual(expected);
  });

  it("accepts every token this service issued while no address is configured", () => {
    const token = { ...app, audience: "http://localhost:3000/mcp" };
    expect(decideToken(token, { callers: ["native"], now: 0, audience: null })).toEqual({ kind: "native" });
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
])("checks the redirect address %j: %s", (uri, problem) => {
  const found = redirectProblem(uri);
  const sentence = found && text.answers.redirectProblems[found];
  expect(sentence === null ? null : sentence.startsWith(problem ?? " ")).toBe(problem === null ? null : true);
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
])("finds the redirect address of the first-party client in %s", (address, returnsTo) => {
  expect(firstPartyReturn(address)).toBe(returnsTo);
});

it.each([
  ["https://192.168.1.5:3443", "native", true],
  ["https://127.0.0.1:3443", "web", true],
  ["http://127.0.0.1:3000", "native", true],
  ["http://192.168.1.5:3000", "native", false],
])("at %s the first-party client is %s, and may redirect to its page: %s", (issuer, type, included) => {
  const app = firstPartyRegistration(issuer);
  expect([app.type, app.redirectUris.includes(`${issuer}/pair/callback`)]).toEqual([type, included]);
});

it.each([
  ["signalbox", "Anything", { clientName: "Signalbox", firstParty: true, publisherHost: null }],
  ["c1", " A\u202e\nname ", { clientName: "A name", registration: "self_registered", publisherHost: null }],
  ["c1", undefined, { clientName: "Unnamed client" }],
  [
    "https://pub.example:8443/client.json",
    "Editor",
    { clientName: "Editor", registration: "published", publisherHost: "pub.example:8443" },
  ],
  ["https://pub.example/client.json", "\u200b", { clientName: "pub.example" }],
])("describes the client %s that calls itself %j", (id, name, expected) => {
  expect(describeClient(id, name)).toMatchObject({ clientId: id, ...expected });
});

it("reduces a name to one line of a hundred characters", () => {
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
])("a form that redirects to %s needs %s in its page's policy", (uri, source) => {
  expect(formTarget(uri)).toBe(source);
});

describe("posesAsSignalbox", () => {
  it.each([
    "Signalbox",
    "signal box",
    "The official S.i.g.n.a.l.b.o.x app",
    "SIGNALBOX 2",
    "S\u0456gnalbox",
    "\u0405ignalb\u043ex",
    "Signa1box",
    "5ignalb0x",
    "\uff33\uff49\uff47\uff4e\uff41\uff4c\uff42\uff4f\uff58",
    "S\u00ecgnalb\u00f6x",
    "\ua4e2ignalbox",
    "Signal\u044cox",
    "Signalb\u00f8x",
    "Signallboxx",
  ])("recognizes %j", (name) => {
    expect(posesAsSignalbox(name)).toBe(true);
  });

  it.each([
    "Claude Code",
    "Signal",
    "Box",
    "Signals in a box",
    "Sign in box",
    "",
    "\u4fe1\u53f7\u7bb1\u4fe1\u53f7\u7bb1\u4fe1\u53f7\u7bb1",
  ])("leaves %j alone", (name) => {
    expect(posesAsSignalbox(name)).toBe(false);
  });
});
