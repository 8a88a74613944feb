/** @module-tag real-cli */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { BackupState } from "../../server/domains/installation/backups/model.ts";
import type { Health } from "../../server/domains/installation/health/model.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { ledgerCatalog, type OauthMcpServer, startOauthMcpServer } from "../support/oauth-mcp-server.ts";
import { pullRequestWork, startWithGitHub, type WithGitHub } from "../support/pull-requests.ts";
import { atRest } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

vi.setConfig({ testTimeout: 120_000 });

const minute = 60_000;
const soon = { timeout: 30_000, interval: 200 };

let ledger: OauthMcpServer;
let folder: TestFolder;
let bed: WithGitHub;
let data: ServiceDatabase;

beforeAll(async () => {
  ledger = await startOauthMcpServer();
  folder = await makeTestFolder();
  await writeFile(folder.at("mcp.json"), JSON.stringify(ledgerCatalog(ledger.url)));
  await writeFile(folder.at("air.json"), JSON.stringify({ name: "shop", mcp: ["./mcp.json"] }));
  bed = await startWithGitHub({
    environment: {
      SERVICE_CATALOG: folder.at("air.json"),
      SERVICE_ALLOW_PRIVATE_HOSTS: new URL(ledger.issuer).host,
    },
  });
  data = openServiceDatabase(bed.service);
}, 120_000);
afterAll(async () => {
  data[Symbol.dispose]();
  await bed[Symbol.asyncDispose]();
  await ledger[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function line(id: string) {
  const { body } = await bed.service.call<Health>("GET", "/health");
  return body.health_report.lines.find((one) => one.id === id);
}
const deep = async () => (await bed.service.call<{ failed: string[] }>("GET", "/up/deep")).body.failed;

function addJobs(of: { kind: string; lane: string; dueMsAgo: number; count: number }): void {
  const insert = data.sql.prepare(
    `INSERT INTO jobs (lane, kind, payload, state, priority, run_at, attempts, max_attempts, created_at)
     VALUES (?, ?, '{}', 'ready', 0, ?, 0, 1, ?)`,
  );
  const at = Date.now() - of.dueMsAgo;
  for (let n = 0; n < of.count; n += 1) insert.run(of.lane, of.kind, at, at);
}

it("tells of a lane that is full and of a poller that is late, which a discard and an answer mend", async () => {
  const { service, gitHub } = bed;
  gitHub.show("acme/site#1");
  const { id } = await createSession(service, {
    goal: "open-reviewed-green-pr",
    prompt: pullRequestWork(1),
  });
  await service.waitFor(
    id,
    (session) => atRest(session) && typeof session.goal_check?.pull_requests[0]?.state === "string",
  );
  expect(await line("queue_pollers")).toMatchObject({ state: "healthy", lever: null });

  // The code host takes the requests of the lane's two threads and does not answer.
  gitHub.silence(true);
  data.sql.prepare("UPDATE pull_requests SET polled_at = 1").run();
  addJobs({ kind: "pull_requests.read", lane: "pollers", dueMsAgo: 11 * minute, count: 130 });
  data.sql
    .prepare("UPDATE jobs SET run_at = ? WHERE key = 'recurring:code_host.poll'")
    .run(Date.now() - 10 * minute);
  await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Go on." });
  await vi.waitFor(
    async () =>
      expect(await line("queue_pollers")).toMatchObject({ state: "critical", lever: "queued_jobs" }),
    soon,
  );
  expect(await line("recurring_jobs")).toMatchObject({
    state: "warning",
    value: expect.stringContaining("code_host.poll"),
  });

  const scope = { job_class: "pull_requests.read", queue_name: "pollers" };
  const listed = await service.call<{ matched: number }>(
    "GET",
    `/health/queued_jobs?job_class=${scope.job_class}&queue_name=${scope.queue_name}`,
  );
  expect(listed.body.matched).toBeGreaterThan(100);
  const wrong = { ...scope, expected_count: listed.body.matched + 1 };
  expect((await service.call("POST", "/health/discard_queued_jobs", wrong)).status).toBe(422);
  gitHub.silence(false);
  const discarded = await service.call<{ discarded: number }>("POST", "/health/discard_queued_jobs", {
    ...scope,
    expected_count: listed.body.matched,
  });
  expect(discarded.body).toMatchObject({ discarded: listed.body.matched });
  await vi.waitFor(
    async () => {
      expect(await line("queue_pollers")).toMatchObject({ state: "healthy" });
      expect(await line("recurring_jobs")).toMatchObject({ state: "healthy" });
    },
    { timeout: 60_000, interval: 500 },
  );
});

it("tells of a due job that nothing starts, and agrees with /up/deep until the lane moves", async () => {
  const { service } = bed;
  expect(await deep()).toEqual([]);
  // A row behind the service's back, in the lane that has no timer of its own.
  addJobs({ kind: "nobody.knows", lane: "agents", dueMsAgo: 3 * minute, count: 1 });
  expect(await deep()).toEqual(["queue"]);
  expect(await line("queue")).toMatchObject({ state: "critical", value: expect.stringContaining("agents") });
  const { id } = await createSession(service, { prompt: "#script say Moving." });
  await service.waitFor(id, atRest);
  await vi.waitFor(async () => expect(await deep()).toEqual([]), soon);
  expect(await line("queue")).toMatchObject({ state: "healthy" });
  expect(await line("failed_jobs")).toMatchObject({
    state: "warning",
    value: expect.stringContaining("nobody.knows"),
  });
  data.sql.prepare("DELETE FROM jobs WHERE kind = 'nobody.knows'").run();
});

it("tells why a backup failed until one succeeds", async () => {
  const { service } = bed;
  const backups = join(service.folder, "data/backups");
  await rm(backups, { recursive: true, force: true });
  await writeFile(backups, "in the way");
  const begin = () => service.board.call<BackupState>("POST", "/backups");
  expect((await begin()).status).toBe(202);
  await vi.waitFor(
    async () =>
      expect(await line("backup")).toMatchObject({
        state: "warning",
        lever: "backups",
        meaning: expect.stringMatching(/EEXIST|ENOTDIR/),
      }),
    soon,
  );
  await rm(backups);
  await mkdir(backups);
  await begin();
  await vi.waitFor(
    async () =>
      expect(await line("backup")).toMatchObject({ state: "healthy", value: expect.stringContaining("old") }),
    soon,
  );
});

it("tells of a sign-in that ends soon and cannot be renewed, until the person signs in again", async () => {
  const { service } = bed;
  const signIn = async (lifetimeSeconds: number): Promise<void> => {
    ledger.behaviour.renews = false;
    ledger.behaviour.lifetimeSeconds = lifetimeSeconds;
    const { body } = await service.board.call<{ authorization_url: string }>("POST", "/connectors/sign_in", {
      server_name: "ledger",
    });
    const answer = await fetch(body.authorization_url, { redirect: "manual" });
    await fetch(answer.headers.get("location") ?? "", { headers: { accept: "text/html" } });
  };
  await signIn(60);
  expect(await line("mcp_sign_ins")).toMatchObject({
    state: "warning",
    lever: "connectors",
    meaning: expect.stringContaining("ledger"),
  });
  await signIn(30 * 86_400);
  expect(await line("mcp_sign_ins")).toMatchObject({ state: "healthy", lever: null });
});
