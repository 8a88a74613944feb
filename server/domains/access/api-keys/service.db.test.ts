import { createHash } from "node:crypto";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { apiKeys } from "../../../compose/schema.ts";
import type { Caller } from "../../../http/model.ts";
import { apiKeyService } from "./index.ts";

const digestOf = (key: string): string => createHash("sha256").update(key).digest("hex");
const first = "first-key-of-the-list";
const second = "second-key-of-the-list";

function openKeys(list = `${first}, ${second}`) {
  const opened = openTestDatabase();
  const environment: Record<string, string | undefined> = { API_KEYS: list };
  const logged: { level: number; msg: string }[] = [];
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
  const keys = apiKeyService({ ...opened, environment, log, agentSecrets: () => [] });
  return {
    ...opened,
    environment,
    logged,
    enter: (key: string | null, callers: readonly Caller[] = ["api"]) => keys.authenticate(key, callers),
    mint: (key: string, more: Partial<typeof apiKeys.$inferInsert> = {}) =>
      opened.database.db
        .insert(apiKeys)
        .values({
          name: "laptop",
          source: "minted",
          grant: "api",
          digest: digestOf(key),
          createdAt: 0,
          ...more,
        })
        .run(),
    rows: () => opened.database.db.select().from(apiKeys).all(),
  };
}

const refused = (status: number) => expect.objectContaining({ status });

describe("a key listed in API_KEYS", () => {
  it("gets a named row on first use, with only its digest (R118, R119)", () => {
    using opened = openKeys();
    expect(opened.rows()).toEqual([]);
    const name = `env-${digestOf(second).slice(0, 8)}`;
    expect(opened.enter(second)).toEqual({ kind: "api_key", id: 1, name, source: "env", grant: "api" });
    opened.enter(second);
    expect(opened.rows()).toMatchObject([{ name, source: "env", grant: "api", digest: digestOf(second) }]);
    expect(opened.database.sql.serialize().includes(second)).toBe(false);
  });

  it("is accepted even if its use cannot be recorded, as on a full disk", () => {
    using opened = openKeys();
    opened.enter(first);
    opened.clock.at += 3_600_000;
    opened.database.sql.pragma("query_only = ON");
    expect(opened.enter(first)).toMatchObject({ source: "env" });
  });

  it("is accepted only while it is listed", () => {
    using opened = openKeys("");
    expect(() => opened.enter(first)).toThrow(refused(401));
    opened.environment["API_KEYS"] = first;
    expect(opened.enter(first)).toMatchObject({ source: "env" });
    opened.environment["API_KEYS"] = second;
    expect(() => opened.enter(first)).toThrow(refused(401));
    expect(opened.logged.at(-1)?.msg).toMatch(/^\[api_key\] refused "env-.*retired$/);
    opened.environment["API_KEYS"] = `${second},${first}`;
    expect(opened.enter(first)).toMatchObject({ id: 1 });
  });

  it("stays refused once it is revoked, although it is listed", () => {
    using opened = openKeys();
    opened.enter(first);
    opened.database.sql.exec("UPDATE api_keys SET revoked_at = 1");
    expect(() => opened.enter(first)).toThrow(refused(401));
  });
});

describe("a minted key", () => {
  it("is accepted regardless of the list until it is revoked", () => {
    using opened = openKeys("");
    opened.mint("minted-key");
    expect(opened.enter("minted-key")).toMatchObject({ name: "laptop", source: "minted" });
    opened.database.sql.exec("UPDATE api_keys SET revoked_at = 1");
    expect(() => opened.enter("minted-key")).toThrow(refused(401));
  });

  it("with another grant is refused like a revoked one, with a warning in the log (R121)", () => {
    using opened = openKeys();
    opened.mint("minted-key", { grant: "quick_router", name: "router" });
    expect(() => opened.enter("minted-key")).toThrow(refused(401));
    expect(opened.logged).toEqual([
      expect.objectContaining({ level: 40, msg: '[api_key] refused "router" (id 1, minted): wrong_grant' }),
    ]);
    expect(opened.enter("minted-key", ["quick_router"])).toMatchObject({ grant: "quick_router" });
  });

  it("gets a 403 if a person is required, and its use is recorded", () => {
    using opened = openKeys();
    opened.mint("minted-key");
    expect(() => opened.enter("minted-key", ["human"])).toThrow(refused(403));
    expect(opened.rows()).toMatchObject([{ lastUsedAt: opened.clock.at }]);
  });
});

describe("any other key", () => {
  it.each([
    ["no key", null],
    ["an empty one", ""],
    ["an unknown key", "guess"],
    ["the list itself", `${first}, ${second}`],
    ["the beginning of a key", first.slice(0, -1)],
    ["a key in capitals", first.toUpperCase()],
    ["a digest of a key", digestOf(first)],
    ["far too much", "x".repeat(100_000)],
  ])("is refused: %s", (_title, key) => {
    using opened = openKeys();
    expect(() => opened.enter(key)).toThrow(
      expect.objectContaining({ status: 401, message: "Invalid or missing API key" }),
    );
    expect(opened.rows()).toEqual([]);
  });
});

it("records the use of a key at most once a minute (R120)", () => {
  using opened = openKeys();
  const start = opened.clock.at;
  const seen = [0, 59_999, 60_000, 90_000].map((after) => {
    opened.clock.at = start + after;
    opened.enter(first);
    return Number(opened.rows()[0]?.lastUsedAt) - start;
  });
  expect(seen).toEqual([0, 0, 60_000, 60_000]);
});

it("logs each use under [api_key] and never a key", () => {
  using opened = openKeys();
  opened.mint("minted-key");
  opened.enter(first);
  opened.enter("minted-key");
  for (const key of ["a-guessed-key", null]) expect(() => opened.enter(key)).toThrow();
  expect(() => opened.enter(second, ["mcp"])).toThrow();
  expect(opened.logged.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^\[api_key\] "env-.*" \(id 2, env\)$/),
    '[api_key] "laptop" (id 1, minted)',
    expect.stringMatching(/^\[api_key\] refused "env-.*" \(id 3, env\): wrong_grant$/),
  ]);
  const text = JSON.stringify(opened.logged);
  for (const key of [first, second, "minted-key", "a-guessed-key"]) expect(text).not.toContain(key);
});
