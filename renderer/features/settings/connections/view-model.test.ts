import { describe, expect, it } from "vitest";
import type { OauthGrant } from "../../../../server/domains/access/oauth/model.ts";
import { actingText, provenanceOf, titleOf, waysToConnect } from "./view-model.ts";

const grant: OauthGrant = {
  id: 1,
  client_name: "Night Editor",
  client_label: null,
  client_id: "c_1",
  first_party: false,
  registration: "self_registered",
  publisher_host: null,
  user_email: "ada@example.org",
  privilege: "relay_only",
  acts_as_you: false,
  status: "active",
  current: false,
  created_at: "2026-06-01T12:00:00Z",
  last_used_at: null,
  scope_changed_at: null,
  scope_change_reason: null,
  revoked_at: null,
  revocation_reason: null,
};

it("names a connection by its label, or else by its client", () => {
  expect(titleOf(grant)).toBe("Night Editor");
  expect(titleOf({ ...grant, client_label: "At home" })).toBe("At home");
});

describe("the provenance of a client", () => {
  it.each([
    ["is unverified if it registered itself", {}, "Self-registered, name not verified"],
    ["is the host that publishes it", { publisher_host: "editor.test" }, "Published by editor.test"],
    ["is this service for its own app", { first_party: true }, "Part of Signalbox"],
  ])("%s", (_title, change, expected) => {
    expect(provenanceOf({ ...grant, ...change })).toBe(expected);
  });
});

it("warns about keys and connections only if the client could manage them", () => {
  expect(actingText({ ...grant, first_party: true })).toContain("manage keys");
  expect(actingText(grant)).not.toContain("manage keys");
});

it("shows how to connect to the address of the board", () => {
  const at = "http://127.0.0.1:4000";
  const of = { email: "ada@example.org", commandLine: "npm run signalbox --" };
  const [claude, client, script] = waysToConnect(at, of);
  expect(claude?.text).toBe("claude mcp add --transport http signalbox http://127.0.0.1:4000/mcp");
  expect(JSON.parse(client?.text ?? "")).toEqual({
    mcpServers: { signalbox: { type: "http", url: "http://127.0.0.1:4000/mcp" } },
  });
  expect(script?.text).toBe("npm run signalbox -- grant --email ada@example.org --privilege relay_only");
  const [, , inApp] = waysToConnect(at, { ...of, commandLine: null });
  expect(inApp?.text).toBe(`curl -H 'X-API-Key: your-key' ${at}/api/v1/sessions`);
});
