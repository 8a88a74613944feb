import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openDataBeside } from "../support/data-dump.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { addKey } from "./credentials.ts";
import { proves } from "./proves.ts";

const lines: { level: number; msg: string }[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
    done();
  },
});
const second = "second-env-key-0123456789";
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ log: pino({ level: "info" }, sink) });
});
afterAll(() => service[Symbol.asyncDispose]());

const statusWith = async (key: string | null, path = "/sessions"): Promise<number> =>
  (await service.call("GET", path, undefined, { key })).status;

const keyLines = (): typeof lines => lines.filter(({ msg }) => msg.includes("[api_key]"));

describe("API keys", () => {
  proves("R117")("open the API in X-API-Key and nowhere else", async () => {
    expect(await statusWith(service.key)).toBe(200);
    expect(await statusWith(null)).toBe(401);
    const bearer = { headers: { authorization: `Bearer ${service.key}` }, key: null };
    expect((await service.call("GET", "/sessions", undefined, bearer)).status).toBe(401);
    expect(
      (await service.call("GET", `/sessions?api_key=${service.key}`, undefined, { key: null })).status,
    ).toBe(401);
  });

  proves("R118")("of the environment hold while they are listed, without a restart", async () => {
    expect(await statusWith(second)).toBe(401);
    service.environment["API_KEYS"] = ` ${service.key} ,, ${second}`;
    expect(await statusWith(second)).toBe(200);
    service.environment["API_KEYS"] = service.key;
    expect(await statusWith(second)).toBe(401);
    expect(await statusWith(service.key)).toBe(200);
  });

  proves("R119")("are stored as digests only", async () => {
    expect(await statusWith(service.key)).toBe(200);
    using data = openDataBeside(service);
    const { sql } = data;
    const digest = createHash("sha256").update(service.key).digest("hex");
    expect(sql.prepare("SELECT COUNT(*) AS n FROM api_keys WHERE digest = ?").get(digest)).toEqual({ n: 1 });
    expect(data.dump()).not.toContain(service.key);
  });

  proves("R120")("are stamped once a minute at most", async () => {
    using data = openDataBeside(service);
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

  proves("R121")("of another grant are refused like a revoked one, by name in the log", async () => {
    using data = openDataBeside(service);
    const { sql } = data;
    const { id, token } = addKey(sql, "quick_router");
    const refused = await service.call("GET", "/sessions", undefined, { key: token });
    expect(refused).toMatchObject({ status: 401, body: { error: "Unauthorized" } });
    expect(keyLines().at(-1)).toMatchObject({
      level: 40,
      msg: expect.stringContaining(`(id ${id}, minted)`),
    });
  });

  proves("R143")("are logged by name, id and source, and never themselves", async () => {
    expect(await statusWith(service.key)).toBe(200);
    expect(keyLines().at(-1)).toMatchObject({
      level: 30,
      msg: expect.stringMatching(/"env-[0-9a-f]{8}" \(id \d+, env\)/),
    });
    expect(await statusWith("somebody-elses-key")).toBe(401);
    expect(JSON.stringify(lines)).not.toContain(service.key);
    expect(JSON.stringify(lines)).not.toContain("somebody-elses-key");
  });

  proves("R124")("do not reach the management of keys", async () => {
    for (const [method, path] of [
      ["POST", "/api_keys"],
      ["DELETE", "/api_keys/1"],
      ["POST", "/api_keys/1/restore"],
    ] as const) {
      const { status } = await service.call(method, path, method === "POST" ? { name: "x" } : undefined);
      expect([403, 404]).toContain(status);
    }
  });
});
