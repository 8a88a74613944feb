import { expect, it } from "vitest";
import type { ApiKey } from "../../../../server/domains/access/api-keys/model.ts";
import { originOf } from "./view-model.ts";

const minted: ApiKey = {
  id: 1,
  name: "laptop",
  status: "active",
  source: "minted",
  grant: "api",
  fingerprint: "0123abcd",
  external_app: null,
  made_by: "the board",
  agent_sessions_use_it: false,
  last_used_at: null,
  created_at: "2026-06-01T12:00:00Z",
  revoked_at: null,
};

it.each([
  ["a plugin's key by its plugin", { external_app: { id: 1, name: "Deploys" } }, "Integration Deploys"],
  ["a key of the environment", { source: "env" } as const, "From API_KEYS"],
  ["a minted key by nothing", {}, null],
])("names the origin of %s", (_title, change, expected) => {
  expect(originOf({ ...minted, ...change })).toBe(expected);
});
