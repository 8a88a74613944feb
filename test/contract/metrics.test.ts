import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Health } from "../../server/domains/installation/health/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { startTestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { everyCredential } from "./matrix-credentials.ts";
import { proves } from "./proves.ts";

const key = "metrics-key-0123456789";
let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService({ environment: { SERVICE_METRICS_KEY: key } });
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const ask = (headers: Record<string, string>) => fetch(`${service.url}/metrics`, { headers });

/** The value of one line of the page. */
function valueOf(page: string, name: string): number | undefined {
  const line = page.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

describe("GET /metrics", () => {
  proves("R229")("tells Prometheus what the health report says", async () => {
    await createSession(service);
    await service.call("GET", "/sessions");
    const { body } = await service.call<Health>("GET", "/health");
    const response = await ask({ authorization: `Bearer ${key}` });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");

    const { session_health, system_health, lines } = body.health_report;
    for (const [status, count] of Object.entries(session_health.sessions_by_status))
      expect(valueOf(page, `signalbox_sessions{status="${status}"}`)).toBe(count);
    for (const { queue, threads } of system_health.worker_stats)
      expect(valueOf(page, `signalbox_lane_threads{lane="${queue}"}`)).toBe(threads);
    expect(valueOf(page, 'signalbox_database_bytes{part="file"}')).toBeGreaterThan(0);
    for (const { id } of lines) expect(valueOf(page, `signalbox_health_state{part="${id}"}`)).toBeDefined();
    const counted =
      'signalbox_http_request_duration_seconds_count{method="GET",operation="listSessions",status="200"}';
    expect(valueOf(page, counted)).toBe(1);
    expect(page).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(page).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  proves("R229")("refuses every credential but its own key, sent in Authorization", async () => {
    const session = await createSession(service);
    const credentials = await everyCredential(service, data.sql, session.id);
    for (const [name, { headers }] of Object.entries(credentials)) {
      const response = await ask(headers);
      expect([name, response.status]).toEqual([name, 401]);
      expect(await response.text()).not.toContain("signalbox_");
    }
    const misplaced = [{}, { "x-api-key": key }, { authorization: `Bearer ${key}x` }, { authorization: key }];
    for (const headers of misplaced) expect((await ask(headers)).status).toBe(401);
    // The key opens nothing else.
    expect((await service.call("GET", "/health", undefined, { key })).status).toBe(401);
  });

  proves("R229")("is off without a key", async () => {
    await using plain = await startTestService();
    for (const headers of [{}, { authorization: "Bearer " }, { "x-api-key": plain.key }]) {
      const response = await fetch(`${plain.url}/metrics`, { headers });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: "Not Found" });
    }
  });
});

test("a key that can be guessed stops the start", async () => {
  await expect(startTestService({ environment: { SERVICE_METRICS_KEY: "short" } })).rejects.toThrow(
    "SERVICE_METRICS_KEY must be at least 16 characters",
  );
});
