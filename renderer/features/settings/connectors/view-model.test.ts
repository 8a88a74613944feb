import { describe, expect, it } from "vitest";
import type { Connector } from "../../../../server/domains/agents/mcp-connections/model.ts";
import { text } from "./text.ts";
import { byUrgency, expiryText, issuerHost, returnPath } from "./view-model.ts";

const ledger: Connector = {
  server_name: "ledger",
  title: "Ledger",
  server_url: "https://ledger.invalid/mcp",
  state: "connected",
  issuer: "https://auth.ledger.invalid",
  scope: "read",
  expires_at: "2026-06-01T13:00:00Z",
  renews: false,
  signed_in_at: "2026-06-01T12:00:00Z",
  refreshed_at: null,
  last_error: null,
  unavailable_reason: null,
  waiting_sessions: [],
};
const now = new Date("2026-06-01T12:30:00Z");

describe("expiryText", () => {
  it.each([
    ["a sign-in that renews", { renews: true }, "Renews automatically"],
    ["one that will expire", {}, expect.stringMatching(/^Expires /)],
    ["one that expired", { expires_at: "2026-06-01T12:30:00Z" }, "Expired"],
    ["one with an unknown end", { expires_at: null }, "Valid until the server ends it"],
    ["one that stopped working as null", { state: "reconnect" } as const, null],
    ["one that was never made as null", { state: "never" } as const, null],
  ])("describes %s", (_what, change, expected) => {
    expect(expiryText({ ...ledger, ...change }, now)).toEqual(expected);
  });
});

it("lists connectors that sessions wait for first, then those that stopped working", () => {
  const other = { ...ledger, title: "Atlas" };
  const broken = { ...ledger, title: "Broken", state: "reconnect" as const };
  const awaited = { ...ledger, title: "Zoo", waiting_sessions: [{ id: 1, title: "A" }] };
  expect(byUrgency([ledger, other, broken, awaited]).map(({ title }) => title)).toEqual([
    "Zoo",
    "Broken",
    "Atlas",
    "Ledger",
  ]);
});

it.each([
  [12, "/sessions/12"],
  ["12", "/settings/connectors"],
  ["//evil.example", "/settings/connectors"],
  [1.5, "/settings/connectors"],
  [undefined, "/settings/connectors"],
])("returns from %o to %s", (session, path) => expect(returnPath(session)).toBe(path));

it("names the host of an issuer and counts the waiting sessions", () => {
  expect([issuerHost("https://auth.invalid/tenant"), issuerHost("odd")]).toEqual(["auth.invalid", "odd"]);
  expect([text.waiting(1), text.waiting(2)]).toEqual([
    "1 session is waiting for it:",
    "2 sessions are waiting for it:",
  ]);
});
