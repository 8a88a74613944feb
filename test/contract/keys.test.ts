import { createHash, randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { ApiKey } from "../../server/domains/access/api-keys/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { createSession } from "../support/sessions.ts";
import { addKey, putConnection } from "./credentials.ts";
import { proves } from "./proves.ts";

const lines: { level: number; msg: string }[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
    done();
  },
});
const second = "second-env-key-0123456789";
let service: BoardService;

beforeAll(async () => {
  service = await startBoardService({ log: pino({ level: "info" }, sink) });
});
afterAll(() => service[Symbol.asyncDispose]());

const statusWith = async (key: string | null, path = "/sessions"): Promise<number> =>
  (await service.call("GET", path, undefined, { key })).status;

const keyLines = (): typeof lines => lines.filter(({ msg }) => msg.includes("[api_key]"));

describe("API keys", () => {
  proves("R117")("are accepted in X-API-Key and nowhere else", async () => {
    expect(await statusWith(service.key)).toBe(200);
    expect(await statusWith(null)).toBe(401);
    const bearer = { headers: { authorization: `Bearer ${service.key}` }, key: null };
    expect((await service.call("GET", "/sessions", undefined, bearer)).status).toBe(401);
    expect(
      (await service.call("GET", `/sessions?api_key=${service.key}`, undefined, { key: null })).status,
    ).toBe(401);
  });

  proves("R118")("of the environment are valid while they are listed, without a restart", async () => {
    expect(await statusWith(second)).toBe(401);
    service.environment["API_KEYS"] = ` ${service.key} ,, ${second}`;
    expect(await statusWith(second)).toBe(200);
    service.environment["API_KEYS"] = service.key;
    expect(await statusWith(second)).toBe(401);
    expect(await statusWith(service.key)).toBe(200);
  });

  proves("R215")("reach every session and trigger, regardless of who created them", async () => {
    using data = openServiceDatabase(service);
    const { token: key } = addKey(data.sql, "api");
    const session = await createSession(service);
    const made = { name: "Nightly", agent_root_name: "web", prompt_template: "Look" };
    const { body } = await service.call<{ trigger: { id: number } }>("POST", "/triggers", made);
    const trigger = `/triggers/${body.trigger.id}`;
    const statuses = [
      await service.call("PATCH", `/sessions/${session.id}`, { title: "Theirs" }, { key }),
      await service.call("DELETE", `/sessions/${session.id}`, undefined, { key }),
      await service.call("PATCH", trigger, { name: "Daily" }, { key }),
      await service.call("DELETE", trigger, undefined, { key }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 204, 200, 204]);
  });

  proves("R119")("are stored as digests only", async () => {
    expect(await statusWith(service.key)).toBe(200);
    using data = openServiceDatabase(service);
    const { sql } = data;
    const digest = createHash("sha256").update(service.key).digest("hex");
    expect(sql.prepare("SELECT COUNT(*) AS n FROM api_keys WHERE digest = ?").get(digest)).toEqual({ n: 1 });
    expect(data.dump()).not.toContain(service.key);
  });

  proves("R120")("have their use recorded at most once a minute", async () => {
    using data = openServiceDatabase(service);
    const { sql } = data;
    const { id, token } = addKey(sql, "api");
    const stamp = sql.prepare<[number], { at: number }>(
      "SELECT last_used_at AS at FROM api_keys WHERE id = ?",
    );
    const stampOf = () => stamp.get(id)?.at ?? 0;
    expect(await statusWith(token)).toBe(200);
    const first = stampOf();
    expect(first).toBeGreaterThan(0);
    expect(await statusWith(token)).toBe(200);
    expect(stampOf()).toBe(first);
    sql.prepare("UPDATE api_keys SET last_used_at = ? WHERE id = ?").run(first - 60_000, id);
    expect(await statusWith(token)).toBe(200);
    expect(stampOf()).toBeGreaterThanOrEqual(first);
  });

  proves("R121")("with another grant are refused like revoked ones, and named in the log", async () => {
    using data = openServiceDatabase(service);
    const { sql } = data;
    const { id, token } = addKey(sql, "quick_router");
    const refused = await service.call("GET", "/sessions", undefined, { key: token });
    expect(refused).toMatchObject({ status: 401, body: { error: "Unauthorized" } });
    expect(keyLines().at(-1)).toMatchObject({
      level: 40,
      msg: expect.stringContaining(`(id ${id}, minted)`),
    });
  });

  proves("R143")("are logged by name, id and source, never in clear text", async () => {
    expect(await statusWith(service.key)).toBe(200);
    expect(keyLines().at(-1)).toMatchObject({
      level: 30,
      msg: expect.stringMatching(/"env-[0-9a-f]{8}" \(id \d+, env\)/),
    });
    expect(await statusWith("an-unknown-key-here")).toBe(401);
    expect(JSON.stringify(lines)).not.toContain(service.key);
    expect(JSON.stringify(lines)).not.toContain("an-unknown-key-here");
  });

  proves("R124", "R127")("cannot manage keys, whether the named key exists or not", async () => {
    using data = openServiceDatabase(service);
    const { id } = addKey(data.sql, "api");
    const before = data.dump();
    for (const [method, path] of [
      ["POST", "/api_keys"],
      ["DELETE", `/api_keys/${id}`],
      ["DELETE", "/api_keys/999999"],
      ["POST", `/api_keys/${id}/restore`],
      ["POST", "/api_keys/999999/restore"],
    ] as const) {
      const body = method === "POST" ? { name: "x" } : undefined;
      expect((await service.call(method, path, body)).status, `${method} ${path}`).toBe(403);
    }
    expect(data.dump()).toBe(before);
  });

  proves("R122")("always have a grant: a row without one cannot be stored", () => {
    using data = openServiceDatabase(service);
    const insert = data.sql.prepare(
      "INSERT INTO api_keys (name, source, digest, created_at) VALUES ('none', 'minted', 'x', 0)",
    );
    expect(() => insert.run()).toThrow("NOT NULL");
  });
});

interface Minted {
  api_key: ApiKey;
  token: string;
}

const mint = async (body: Record<string, unknown>) => {
  const { status, body: answer, headers } = await service.board.call<Minted>("POST", "/api_keys", body);
  return { status, headers, ...answer };
};
const listed = async (): Promise<ApiKey[]> =>
  (await service.call<{ api_keys: ApiKey[] }>("GET", "/api_keys")).body.api_keys;

describe("keys that a person manages", () => {
  proves("E76", "R119")("are minted with a name, shown once and stored nowhere", async () => {
    const { status, headers, api_key, token } = await mint({ name: " Laptop " });
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(api_key).toMatchObject({ name: "Laptop", status: "active", source: "minted", grant: "api" });
    expect(api_key.fingerprint).toBe(createHash("sha256").update(token).digest("hex").slice(0, 8));
    expect(await statusWith(token)).toBe(200);
    expect(JSON.stringify(await listed())).not.toContain(token);
    using data = openServiceDatabase(service);
    expect(data.dump()).not.toContain(token);
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  proves("E76", "R142")("are minted from the nested form too, but never for an integration", async () => {
    const nested = await mint({ api_key: { name: "Nested", grant: "quick_router" } });
    expect(nested.api_key).toMatchObject({ name: "Nested", grant: "quick_router" });
    const refused = await service.board.call("POST", "/api_keys", { name: "Plugin", grant: "external_app" });
    expect(refused).toMatchObject({ status: 422, body: { messages: [expect.any(String)] } });
  });

  proves("E76")("must have a unique, short and printable name", async () => {
    await mint({ name: "Taken" });
    const wrong = [{ name: "Taken" }, { name: "x".repeat(101) }, { name: "a\u0007b" }, { name: " " }, {}];
    const count = (await listed()).length;
    for (const body of wrong) {
      const { status, body: answer } = await service.board.call("POST", "/api_keys", body);
      expect([status, answer["messages"]]).toEqual([422, [expect.stringContaining("The name")]]);
    }
    expect((await listed()).length).toBe(count);
  });

  proves(
    "E77",
    "E78",
    "R213",
  )("are revoked with the next request and restored at once, and their row is kept", async () => {
    const { api_key, token } = await mint({ name: "Phone" });
    const path = `/api_keys/${api_key.id}`;
    const revoked = await service.board.call<{ api_key: ApiKey; message: string }>("DELETE", path);
    expect(revoked).toMatchObject({ status: 200, body: { api_key: { status: "revoked" } } });
    expect(await statusWith(token)).toBe(401);
    const again = await service.board.call<{ api_key: ApiKey; message: string }>("DELETE", path);
    expect(again.body.api_key).toEqual(revoked.body.api_key);
    const restored = await service.board.call("POST", `${path}/restore`);
    expect(restored).toMatchObject({
      status: 200,
      body: { api_key: { status: "active", revoked_at: null } },
    });
    expect(await statusWith(token)).toBe(200);
    expect((await service.board.call("POST", `${path}/restore`)).status).toBe(200);
    for (const [method, missing] of [
      ["DELETE", "/api_keys/999999"],
      ["POST", "/api_keys/999999/restore"],
      ["DELETE", "/api_keys/no-number"],
    ] as const)
      expect((await service.board.call(method, missing)).status).toBe(404);
  });

  proves("E75", "R213")(
    "are listed active first, then newest first, including those that left API_KEYS",
    async () => {
      const gone = "a-key-that-leaves-the-list";
      service.environment["API_KEYS"] = `${service.key},${gone}`;
      await statusWith(gone);
      service.environment["API_KEYS"] = service.key;
      const [older, newer] = [await mint({ name: "Older" }), await mint({ name: "Newer" })];
      const keys = await listed();
      const at = (id: number) => keys.findIndex((key) => key.id === id);
      expect(at(newer.api_key.id)).toBeLessThan(at(older.api_key.id));
      const states = keys.map(({ status }) => status);
      expect(states.lastIndexOf("active")).toBeLessThan(states.findIndex((state) => state !== "active"));
      expect(keys.find(({ status }) => status === "retired")).toMatchObject({
        source: "env",
        revoked_at: null,
      });
    },
  );

  proves("R123")("are marked if agents get them, and API_KEYS reaches no agent", async () => {
    const { api_key, token } = await mint({ name: "For agents" });
    service.environment["AGENT_TOOL_TOKEN"] = token;
    const used = (await listed()).filter(({ agent_sessions_use_it }) => agent_sessions_use_it);
    delete service.environment["AGENT_TOOL_TOKEN"];
    expect(used.map(({ id }) => id)).toEqual([api_key.id]);
    const repository = await service.repository();
    const { id } = await createSession(service, {
      git_root: repository,
      prompt: '#script bash echo "keys: ${API_KEYS:-none}"',
    });
    await service.waitFor(id, ({ status }) => status === "needs_input");
    const { body } = await service.call<{ text: string }>("GET", `/sessions/${id}/transcript?format=text`);
    expect(body.text).toContain("keys: none");
  });

  proves("R145")("are changed with a warning in the log that names the person", async () => {
    lines.length = 0;
    const { api_key } = await mint({ name: "Logged" });
    await service.board.call("DELETE", `/api_keys/${api_key.id}`);
    await service.board.call("POST", `/api_keys/${api_key.id}/restore`);
    const warnings = keyLines().filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual(
      ["minted", "revoked", "restored"].map((done) =>
        expect.stringMatching(new RegExp(`^\\[api_key\\] ${done} "Logged" .* by the board$`)),
      ),
    );
  });

  proves("E76", "R127")(
    "are minted through a phone that acts as its person, and not through one that relays",
    async () => {
      using data = openServiceDatabase(service);
      const [acts, relays] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
      putConnection(data.sql, { token: acts, firstParty: true, privilege: "act_as_human" });
      putConnection(data.sql, { token: relays, firstParty: true, privilege: "relay_only" });
      const asked = (token: string, name: string) =>
        service.call(
          "POST",
          "/api_keys",
          { name },
          { key: null, headers: { authorization: `Bearer ${token}` } },
        );
      expect((await asked(acts, "From the phone")).status).toBe(201);
      const before = data.dump();
      expect((await asked(relays, "Not from this one")).status).toBe(403);
      expect(data.dump()).toBe(before);
    },
  );
});
