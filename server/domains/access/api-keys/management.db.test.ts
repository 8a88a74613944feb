import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { externalApps } from "../../../compose/schema.ts";
import type { Actor } from "../../../http/caller.ts";
import { digestOf } from "../../../lib/digest.ts";
import { createRedactor } from "../../../lib/redaction/index.ts";
import { apiKeyService } from "./index.ts";

const person: Actor = { kind: "board" };

function openKeys() {
  const opened = openTestDatabase();
  const environment: Record<string, string | undefined> = {};
  const logged: string[] = [];
  const given: string[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const keys = apiKeyService({ ...opened, environment, log, agentSecrets: () => given });
  return { ...opened, environment, logged, given, keys };
}

const refused = (status: number, messages?: unknown) =>
  expect.objectContaining({ status, ...(messages !== undefined && { messages }) });

describe("minting", () => {
  it("creates a key that works at once, is returned once and is stored as a digest", () => {
    using bed = openKeys();
    const { api_key, token } = bed.keys.mint({ name: " laptop " }, person);
    expect(api_key).toEqual({
      id: 1,
      name: "laptop",
      status: "active",
      source: "minted",
      grant: "api",
      fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
      external_app: null,
      made_by: "the board",
      agent_sessions_use_it: false,
      last_used_at: null,
      created_at: "2026-06-01T12:00:00Z",
      revoked_at: null,
    });
    expect(bed.keys.authenticate(token, ["api"])).toMatchObject({ name: "laptop", grant: "api" });
    expect(bed.database.sql.serialize().includes(token)).toBe(false);
    expect(bed.logged[0]).toBe('[api_key] minted "laptop" (id 1, minted, api) by the board');
    expect(JSON.stringify(bed.logged)).not.toContain(token);
  });

  it("creates a key with the quick_router grant", () => {
    using bed = openKeys();
    const { token } = bed.keys.mint({ name: "browser", grant: "quick_router" }, person);
    expect(() => bed.keys.authenticate(token, ["api"])).toThrow(refused(401));
    expect(bed.keys.authenticate(token, ["quick_router"])).toMatchObject({ grant: "quick_router" });
  });

  it.each([
    [
      "an integration's grant",
      { name: "x", grant: "external_app" },
      "The grant of a new key must be api or quick_router",
    ],
    ["an unknown grant", { name: "x", grant: "admin" }, "The grant of a new key must be api or quick_router"],
    ["no name", {}, "The name is blank"],
    [
      "a name with more than 100 characters",
      { name: "x".repeat(101) },
      "The name is longer than 100 characters",
    ],
    ["a name with a line break", { name: "a\nb" }, "The name contains control characters"],
    ["a name that is taken", { name: "laptop" }, "The name is already taken, possibly by a revoked key"],
  ])("refuses %s and stores nothing", (_title, request, sentence) => {
    using bed = openKeys();
    bed.keys.mint({ name: "laptop" }, person);
    expect(() => bed.keys.mint(request, person)).toThrow(refused(422, [sentence]));
    expect(bed.keys.list()).toHaveLength(1);
  });

  it("reports every problem of a request", () => {
    using bed = openKeys();
    expect(() => bed.keys.mint({ name: " ", grant: "external_app" }, person)).toThrow(
      refused(422, ["The name is blank", expect.stringContaining("api or quick_router")]),
    );
  });

  it("creates a key for an integration, which names it and is redacted everywhere", () => {
    using bed = openKeys();
    const { id } = bed.database.db
      .insert(externalApps)
      .values({ name: "Deploys", createdAt: 0, updatedAt: 0 })
      .returning()
      .get();
    const { api_key, token } = bed.keys.mintFor(id, "deploys-1", person);
    bed.keys.mint({ name: "laptop" }, person);
    expect(token).toMatch(/^sbx_[0-9a-f]{64}$/);
    expect(api_key).toMatchObject({ grant: "external_app", external_app: { id, name: "Deploys" } });
    expect(bed.keys.keysOf(id)).toEqual([api_key]);
    expect(bed.keys.integrationOf(api_key.id)).toBe(id);
    expect(bed.keys.authenticate(token, ["external_app"])).toMatchObject({ grant: "external_app" });
    expect(createRedactor().redact(`key ${token} here`)).not.toContain(token.slice(4, 20));
    expect(() => bed.keys.mintFor(id, "laptop", person)).toThrow(refused(422));
  });

  it("creates a row for a key listed in API_KEYS even if its name is taken", () => {
    using bed = openKeys();
    const key = "a-key-of-the-environment";
    bed.environment["API_KEYS"] = key;
    bed.keys.authenticate(key, ["api"]);
    const [{ name } = { name: "" }] = bed.keys.list();
    bed.database.sql.exec("DELETE FROM api_keys");
    bed.keys.mint({ name }, person);
    expect(bed.keys.authenticate(key, ["api"])).toMatchObject({ source: "env" });
  });
});

describe("revoking and restoring", () => {
  it("takes effect with the next use, and doing it twice changes nothing", () => {
    using bed = openKeys();
    const { api_key, token } = bed.keys.mint({ name: "laptop" }, person);
    const revoked = bed.keys.revoke(api_key.id, person);
    expect(revoked).toMatchObject({
      api_key: { status: "revoked", revoked_at: "2026-06-01T12:00:00Z" },
      message: 'Revoked "laptop"',
    });
    bed.clock.at += 60_000;
    expect(bed.keys.revoke(api_key.id, person)).toEqual({
      ...revoked,
      message: '"laptop" is already revoked',
    });
    expect(() => bed.keys.authenticate(token, ["api"])).toThrow(refused(401));
    expect(bed.keys.restore(api_key.id, person)).toMatchObject({ api_key: { status: "active" } });
    expect(bed.keys.authenticate(token, ["api"])).toMatchObject({ name: "laptop" });
    expect(bed.keys.restore(api_key.id, person).message).toBe('"laptop" is not revoked');
    expect(bed.logged.filter((line) => line.includes(" by "))).toHaveLength(3);
  });

  it("mentions that a restored key is no longer listed in API_KEYS", () => {
    using bed = openKeys();
    bed.environment["API_KEYS"] = "a-key-of-the-environment";
    bed.keys.authenticate("a-key-of-the-environment", ["api"]);
    bed.keys.revoke(1, person);
    bed.environment["API_KEYS"] = "";
    expect(bed.keys.restore(1, person)).toMatchObject({
      api_key: { status: "retired" },
      message: expect.stringContaining("API_KEYS does not list it"),
    });
  });

  it("refuses an unknown key", () => {
    using bed = openKeys();
    for (const change of [bed.keys.revoke, bed.keys.restore])
      expect(() => change(7, person)).toThrow(refused(404));
  });
});

describe("the list of keys", () => {
  it("has active keys first, then newest first", () => {
    using bed = openKeys();
    for (const name of ["one", "two", "three", "four"]) bed.keys.mint({ name }, person);
    bed.keys.revoke(4, person);
    bed.keys.revoke(2, person);
    expect(bed.keys.list().map(({ name }) => name)).toEqual(["three", "one", "four", "two"]);
  });

  it("marks the key that agents use", () => {
    using bed = openKeys();
    const { token } = bed.keys.mint({ name: "one" }, person);
    bed.keys.mint({ name: "two" }, person);
    bed.given.push("something else", token);
    expect(bed.keys.list().map((key) => [key.name, key.agent_sessions_use_it])).toEqual([
      ["two", false],
      ["one", true],
    ]);
  });
});

it("records for a restore which keys were deleted with an integration", () => {
  using bed = openKeys();
  const { db, sql } = bed.database;
  const recorded = (): unknown =>
    sql.prepare("SELECT value FROM app_settings WHERE key = 'withdrawn'").pluck().get();
  for (const [id, name] of ["Forms", "Mail"].entries())
    db.insert(externalApps)
      .values({ id: id + 1, name, createdAt: 0, updatedAt: 0 })
      .run();
  bed.keys.recordDeletedKeysOf(1);
  expect(recorded()).toBeUndefined();
  const digests = [1, 2].map((id) => digestOf(bed.keys.mintFor(id, `key ${id}`, person).token));
  bed.keys.recordDeletedKeysOf(1);
  bed.keys.recordDeletedKeysOf(2);
  expect(JSON.parse(String(recorded()))).toEqual({ keys: digests });
});
