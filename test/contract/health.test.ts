import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, vi } from "vitest";
import type { Health } from "../../server/domains/installation/health/model.ts";
import type {
  CleanupResult,
  RecoveryMode,
  RetryResult,
} from "../../server/domains/installation/maintenance/model.ts";
import { markerVariable } from "../../server/lib/processes/index.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { type McpClient, openMcpClient } from "../support/mcp-client.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let data: ServiceDatabase;
let mcp: McpClient;
const started: ChildProcess[] = [];

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
  mcp = await openMcpClient(service);
});
afterEach(async () => {
  data.sql.prepare("DELETE FROM app_settings WHERE key = 'maintenance_cooldowns'").run();
  await service.call("POST", "/health/exit_queue_recovery_mode");
});
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await mcp[Symbol.asyncDispose]();
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const health = async (): Promise<Health> => {
  const { status, body } = await service.call<Health>("GET", "/health");
  expect(status).toBe(200);
  return body;
};
const line = ({ health_report }: Health, id: string) => health_report.lines.find((one) => one.id === id);

/** A process that says it belongs to a session which is not running. */
async function strayProcess(sessionId: number): Promise<ChildProcess> {
  const file = await readFile(join(service.folder, "data", "installation.json"), "utf8");
  const { id: installation } = JSON.parse(file) as { id: string };
  const child = spawn("sleep", ["600"], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, [markerVariable]: `${installation}:${sessionId}:999` },
  });
  started.push(child);
  await once(child, "spawn");
  return child;
}

/** Jobs that wait for tomorrow, as a kind and lane of the service. */
function queueJobs(kind: string, lane: string, count: number): void {
  const insert = data.sql.prepare(
    `INSERT INTO jobs (lane, kind, payload, state, priority, run_at, attempts, max_attempts, created_at)
     VALUES (?, ?, '{}', 'ready', 0, ?, 0, 5, ?)`,
  );
  const now = Date.now();
  for (let n = 0; n < count; n++) insert.run(lane, kind, now + 86_400_000, now);
}

describe("the health report", () => {
  proves("E118", "R209")(
    "has the sections and names of the published client, and a line for each part",
    async () => {
      const report = await health();
      expect(report).toMatchObject({
        rails_env: expect.any(String),
        ruby_version: process.versions.node,
        timestamp: expect.any(String),
        queue_recovery_mode: { active: false, live_queues: ["agents"] },
        health_report: {
          process_health: { orphaned_count: 0, orphaned_processes: [], status: { status: "healthy" } },
          session_health: { total_sessions: expect.any(Number), failure_rate: expect.any(Number) },
          system_health: { database_status: { ok: true }, worker_stats: expect.any(Array) },
          egress_health: {},
          sigterm_retry_health: {},
          api_error_retry_health: {},
          generated_at: expect.any(String),
        },
      });
      const ids = report.health_report.lines.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of [
        "failed_sessions",
        "stray_processes",
        "agent_limits",
        "queue",
        "database",
        "disk",
        "clis",
        "backup",
      ])
        expect(ids).toContain(id);
      const deep = await service.call("GET", "/up/deep");
      expect(deep.body).toEqual({ status: "ok", failed: [] });
      for (const id of ["database", "integrity", "queue", "disk"])
        expect(line(report, id)?.state).toBe("healthy");
    },
  );

  proves("E118")("agrees with /up/deep about a damaged database", async () => {
    const check = {
      checked_at: "2026-01-01T00:00:00Z",
      problem: "page 7 is lost",
      sessions_with_lost_lines: [],
    };
    data.sql
      .prepare("INSERT OR REPLACE INTO app_settings (key, value, updated_at) VALUES ('database_check', ?, 0)")
      .run(JSON.stringify(check));
    expect((await service.call("GET", "/up/deep")).body).toEqual({
      status: "failing",
      failed: ["integrity"],
    });
    const report = await health();
    expect(line(report, "integrity")).toMatchObject({
      state: "critical",
      meaning: expect.stringContaining("page 7 is lost"),
    });
    expect(report.health_report.overall_status.status).toBe("critical");
    data.sql.prepare("DELETE FROM app_settings WHERE key = 'database_check'").run();
    expect(line(await health(), "integrity")).toMatchObject({ state: "healthy" });
  });

  proves("E118")("is also a tool for agents, with the same facts", async () => {
    const told = await mcp.says("get_system_health", { include_cli_status: true });
    expect(told.facts).toMatchObject({
      status: "ok",
      health_report: { lines: expect.any(Array) },
      cli_status: {},
    });
    expect(told.text).toContain("Stray agent processes");
  });
});

describe("stray processes", () => {
  proves("E119", "X54")("are reported, ended, and then gone; a running session keeps its own", async () => {
    const session = await createSession(service, { prompt: "#script bash cmd=sleep 300" });
    await service.waitFor(session.id, ({ status }) => status === "running");
    await vi.waitFor(
      async () => expect((await health()).health_report.process_health.tracked_count).toBeGreaterThan(0),
      { timeout: 30_000, interval: 200 },
    );
    const stray = await strayProcess(987_654);
    await vi.waitFor(
      async () =>
        expect((await health()).health_report.process_health).toMatchObject({
          orphaned_count: 1,
          orphaned_processes: [{ pid: stray.pid, command: "sleep", session_id: 987_654 }],
        }),
      { timeout: 10_000, interval: 200 },
    );
    expect(line(await health(), "stray_processes")).toMatchObject({
      state: "warning",
      lever: "cleanup_processes",
    });

    const { status, body } = await service.call<CleanupResult>("POST", "/health/cleanup_processes");
    expect(status).toBe(200);
    expect(body).toMatchObject({ terminated: [stray.pid], failed: [], already_dead: [] });
    await vi.waitFor(async () => expect(line(await health(), "stray_processes")?.state).toBe("healthy"), {
      timeout: 10_000,
      interval: 200,
    });
    const after = await health();
    expect(after.health_report.process_health.tracked_count).toBeGreaterThan(0);
    expect(after.health_report.recent_actions[0]).toMatchObject({
      by: expect.stringContaining("API key"),
      summary: "Ended 1 stray process",
    });

    const again = await service.call("POST", "/health/cleanup_processes");
    expect(again).toMatchObject({
      status: 429,
      body: { error: "Rate limited", retry_after: expect.any(Number) },
    });
    expect((await service.board.call("POST", "/health/cleanup_processes")).status).toBe(200);
    await service.call("POST", `/sessions/${session.id}/archive`, { force: true });
  });

  proves("E119", "X54")("share one cooldown per caller over REST and MCP", async () => {
    const first = await mcp.says("action_health", { action: "cleanup_processes" });
    expect(first.text).toContain("No stray process was found");
    const again = await service.call("POST", "/health/cleanup_processes");
    expect(again.status).toBe(429);
  });
});

describe("failed and old sessions", () => {
  proves("E120")("are restarted if they failed, and left otherwise", async () => {
    const failed = await restedSession(service, "#script say Hello.");
    data.sql
      .prepare("UPDATE sessions SET status = 'failed', failure_reason = 'exception' WHERE id = ?")
      .run(failed.id);
    const { body } = await service.call<RetryResult>("POST", "/health/retry_sessions");
    expect(body).toMatchObject({ retried: [failed.id], failed: [], skipped: [] });
    await service.waitFor(failed.id, ({ status }) => status === "needs_input");
    const chosen = { session_ids: [failed.id, 987_654] };
    const other = await service.board.call<RetryResult>("POST", "/health/retry_sessions", chosen);
    expect(other.body).toMatchObject({
      retried: [],
      failed: [{ session_id: 987_654 }],
      skipped: [{ session_id: failed.id }],
    });
  });

  proves(
    "E121",
    "R173",
    "X55",
  )("are archived by age, except those that wait for something", async () => {
    const old = await restedSession(service, "#script say Done.");
    const asleep = await restedSession(service, "#script say Later.");
    const fresh = await restedSession(service, "#script say New.");
    const longAgo = Date.now() - 10 * 86_400_000;
    const age = data.sql.prepare("UPDATE sessions SET last_touched_at = ?, updated_at = ? WHERE id = ?");
    data.sql
      .prepare("UPDATE sessions SET status = 'waiting', waiting_kind = 'asleep' WHERE id = ?")
      .run(asleep.id);
    for (const { id } of [old, asleep]) age.run(longAgo, longAgo, id);
    const { status, body } = await service.call("POST", "/health/archive_old", { days: "nonsense" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      archived: [old.id],
      failed: [],
      skipped: [{ session_id: asleep.id, reason: "It is asleep" }],
      days: 7,
    });
    expect((await service.call("GET", `/sessions/${fresh.id}`)).body).toMatchObject({
      session: { status: "needs_input" },
    });
    const clamped = await service.board.call("POST", "/health/archive_old", { days: 9_999 });
    expect(clamped.body).toMatchObject({ days: 365, archived: [] });
  });
});

describe("the queue recovery mode", () => {
  const state = async () => (await service.call<RecoveryMode>("GET", "/health/queue_recovery_mode")).body;

  proves(
    "E122",
    "E123",
    "E124",
    "R170",
    "R171",
  )("holds the background queues, keeps agents running, and ends", async () => {
    expect(await state()).toMatchObject({ active: false, paused_queues: [], expires_at: null });
    const entered = await service.call<RecoveryMode>("POST", "/health/enter_queue_recovery_mode", {
      reason: "Too many polls",
      ttl_minutes: 1,
    });
    expect(entered).toMatchObject({
      status: 200,
      body: {
        active: true,
        reason: "Too many polls",
        entered_by: expect.stringContaining("API key"),
        halted_queues: ["pollers", "triggers", "inference", "maintenance", "default"],
        paused_queues: ["pollers", "triggers", "inference", "maintenance", "default"],
        live_queues: ["agents"],
      },
    });
    expect(entered.body.expires_in_seconds).toBeLessThanOrEqual(300);
    expect(entered.body.expires_in_seconds).toBeGreaterThan(240);
    expect(line(await health(), "recovery_mode")).toMatchObject({
      state: "warning",
      lever: "exit_recovery_mode",
    });
    const { id } = await createSession(service, { prompt: "#script say Still running." });
    await service.waitFor(id, ({ status }) => status === "needs_input");

    const extended = await service.call<RecoveryMode>("POST", "/health/enter_queue_recovery_mode", {});
    expect(extended.body).toMatchObject({ reason: "Too many polls", entered_at: entered.body.entered_at });
    expect(extended.body.expires_in_seconds).toBeGreaterThan(3_500);
    const { body } = await service.call("POST", "/health/exit_queue_recovery_mode");
    expect(body).toMatchObject({ active: false, paused_queues: [] });
  });

  proves("R170")("ends by itself when its time is over", async () => {
    await mcp.says("action_health", { action: "enter_queue_recovery_mode", ttl_minutes: 5 });
    expect(await state()).toMatchObject({ active: true });
    data.sql
      .prepare(
        "UPDATE app_settings SET value = json_set(value, '$.expiresAt', 1) WHERE key = 'queue_recovery_mode'",
      )
      .run();
    await vi.waitFor(
      async () => expect((await health()).health_report.recent_actions[0]?.by).toBe("the service"),
      {
        timeout: 15_000,
        interval: 200,
      },
    );
    expect(await state()).toMatchObject({ active: false, paused_queues: [] });
  });
});

describe("queued jobs", () => {
  const kind = "session.reclaim";
  const left = () =>
    data.sql.prepare("SELECT COUNT(*) FROM jobs WHERE kind = ? AND payload = '{}'").pluck().get(kind);

  proves(
    "E125",
    "E126",
    "E127",
    "R171",
    "R172",
  )("are counted, moved and discarded by scope and exact count", async () => {
    queueJobs(kind, "maintenance", 3);
    const scope = { job_class: kind, queue_name: "maintenance" };
    const listed = await service.call("GET", `/health/queued_jobs?job_class=${kind}`);
    expect(listed.body).toMatchObject({ over_cap: false, max_per_call: 2_000 });
    const { matched } = listed.body as { matched: number };
    expect(matched).toBeGreaterThanOrEqual(3);

    const later = { ...scope, expected_count: matched, delay_minutes: 99_999 };
    expect((await service.call("POST", "/health/reschedule_queued_jobs", later)).body).toMatchObject({
      rescheduled: matched,
      delay_minutes: 10_080,
      recoverable: true,
    });
    const wrong = await service.call("POST", "/health/discard_queued_jobs", {
      ...scope,
      expected_count: matched + 1,
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: {
        error: "Refused",
        matched,
        by_job_class: { [kind]: matched },
        by_queue: { maintenance: matched },
      },
    });
    expect(left()).toBe(3);
    const gone = await service.call("POST", "/health/discard_queued_jobs", {
      ...scope,
      expected_count: matched,
    });
    expect(gone.body).toMatchObject({ discarded: matched, recoverable: false });
    expect(left()).toBe(0);
  });

  proves("E125", "R172")(
    "are refused without a scope or count, in the agents queue, and above the cap",
    async () => {
      const refused = async (method: string, path: string, body?: object) => {
        const answer = await service.call<{ message: string }>(method, `/health/${path}`, body);
        expect(answer).toMatchObject({ status: 422, body: { error: "Refused" } });
        return answer.body.message;
      };
      const discard = (body: object) => refused("POST", "discard_queued_jobs", body);
      expect(await refused("GET", "queued_jobs")).toContain("job_class");
      expect(await discard({ expected_count: 0 })).toContain("job_class");
      expect(await discard({ queue_name: "agents", expected_count: 0 })).toContain("protected");
      for (const expected_count of [undefined, null, "3", 1.5, [0], true])
        expect(await discard({ job_class: "no.such", expected_count })).toContain("expected_count");
      expect(await discard({ job_class: 7, expected_count: 0 })).toContain("job_class");
      expect(
        await refused("POST", "reschedule_queued_jobs", { job_class: "no.such", expected_count: "0" }),
      ).toContain("expected_count");
      queueJobs(kind, "pollers", 2_001);
      expect(await discard({ queue_name: "pollers", expected_count: 2_001 })).toContain("2001 jobs match");
      expect(left()).toBe(2_001);
      const listed = await mcp.says("action_health", { action: "list_queued_jobs", queue_name: "pollers" });
      expect(listed.facts).toMatchObject({ over_cap: true });
      data.sql.prepare("DELETE FROM jobs WHERE payload = '{}' AND kind = ?").run(kind);
    },
  );
});

proves("R177")("a tool has every file of the CLIs read again", async () => {
  const { text, facts } = await mcp.says<{ run: { trigger: string } }>("action_health", {
    action: "backfill_token_usage",
  });
  expect(text).toContain("## Reading All Files of the CLIs");
  expect(facts.run.trigger).toMatch(/requested|first_start/);
});
