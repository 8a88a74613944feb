import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Log {
  id: number;
  session_id: number;
  content: string;
  level: string;
}
interface Answered {
  log: Log;
  logs: Log[];
  pagination: Record<string, number>;
}

/** Shapes of credentials, put together here so that no scanner takes this file for a leak. */
const secrets = {
  github: `ghp_${"aB3dE5fG7h".repeat(3)}J9kL2m`,
  aws: `AKIA${"Q7WZ3XN5RTYB2KDM"}`,
  known: "planted-known-secret-5e1f7a",
};

let service: TestService;
let base: string;

beforeAll(async () => {
  service = await startTestService({ environment: { PLANTED_API_TOKEN: secrets.known } });
  const { id, slug } = await createSession(service);
  base = `/sessions/${slug}/logs`;
  for (const { id: log } of (await call("GET", base)).body.logs)
    await call("DELETE", `/sessions/${id}/logs/${log}`);
});
afterAll(() => service[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: unknown) => service.call<Answered>(method, path, body);

describe("the log of a session", () => {
  proves(
    "E36",
    "E37",
    "E38",
    "R204",
  )("stores lines of five levels and lists them newest first", async () => {
    const levels = ["info", "error", "debug", "warning", "verbose"];
    for (const level of levels) {
      expect(await call("POST", base, { content: `A ${level} line`, level })).toMatchObject({
        status: 201,
        body: { log: { content: `A ${level} line`, level } },
      });
    }
    const all = await call("GET", base);
    expect(all.body.logs.map(({ level }) => level)).toEqual(levels.toReversed());
    expect(all.body.pagination).toEqual({ page: 1, per_page: 25, total_count: 5, total_pages: 1 });
    expect((await call("GET", `${base}?level=debug`)).body.logs.map(({ level }) => level)).toEqual(["debug"]);
    expect((await call("GET", `${base}?exclude_level=verbose`)).body.logs).toHaveLength(4);
    expect((await call("GET", `${base}?level=nonsense`)).body.logs).toEqual([]);
    expect((await call("GET", `${base}?page=3&per_page=2`)).body.logs).toHaveLength(1);
    const [newest] = all.body.logs;
    expect((await call("GET", `${base}/${newest?.id}`)).body.log).toEqual(newest);
  });

  proves("E39", "E40")("changes and removes lines of its own session only", async () => {
    const { log } = (await call("POST", base, { content: "Before", level: "info" })).body;
    expect((await call("PATCH", `${base}/${log.id}`, { level: "error" })).body.log).toMatchObject({
      content: "Before",
      level: "error",
    });
    expect((await call("PATCH", `${base}/${log.id}`, { content: "After" })).body.log).toMatchObject({
      content: "After",
      level: "error",
    });
    const other = `/sessions/${(await createSession(service)).id}/logs/${log.id}`;
    for (const path of [other, `${base}/987654`, "/sessions/987654/logs/1"]) {
      expect((await call("GET", path)).status).toBe(404);
      expect((await call("PATCH", path, { content: "x" })).status).toBe(404);
      expect((await call("DELETE", path)).status).toBe(404);
    }
    expect((await call("DELETE", `${base}/${log.id}`)).status).toBe(204);
    expect((await call("GET", `${base}/${log.id}`)).status).toBe(404);
  });

  proves(
    "E38",
    "E39",
    "R204",
    "R148",
  )("refuses a line without content or with an unknown level", async () => {
    const { log } = (await call("POST", base, { content: "Stays", level: "info" })).body;
    for (const body of [
      {},
      { content: "x" },
      { level: "info" },
      { content: "", level: "info" },
      { content: " \n", level: "info" },
      { content: "x", level: "fatal" },
      { content: 1, level: "info" },
      { content: null, level: null },
    ]) {
      expect((await call("POST", base, body)).status, JSON.stringify(body)).toBe(422);
    }
    for (const body of [{ level: "fatal" }, { content: " " }, { content: [] }])
      expect((await call("PATCH", `${base}/${log.id}`, body)).status).toBe(422);
    expect((await call("GET", `${base}/${log.id}`)).body.log).toEqual(log);
  });

  proves("R7", "E38")("stores no credential that is posted to it, in any column", async () => {
    for (const [name, secret] of Object.entries(secrets)) {
      const { log } = (await call("POST", base, { content: `The key is ${secret} (${name})`, level: "info" }))
        .body;
      expect(log.content).toContain("[REDACTED:");
      expect(log.content).toContain(`(${name})`);
      const changed = await call("PATCH", `${base}/${log.id}`, { content: `again ${secret}` });
      expect(changed.body.log.content).toContain("[REDACTED:");
    }
    using data = openServiceDatabase(service);
    for (const secret of Object.values(secrets)) expect(data.dump()).not.toContain(secret);
  });
});
