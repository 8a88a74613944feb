import { execFile } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../../server/lib/logger.ts";
import { askRunningService } from "../../server/owner-requests.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { textsOfZip } from "../support/zip.ts";
import { proves } from "./proves.ts";

/** One for each place that the archive is made from. Put together here, so that no scanner takes them for real ones. */
const planted = {
  known: ["metrics", "key", "4fJq8zW1rT6yU3"].join("-"),
  header: ["Bearer", "cv8Qn2LxR7mT4wYp9sKd3FhJ6"].join(" "),
  logged: `ghp_${"a1B2c3D4e5F6".repeat(3)}`,
  address: "hunter2-Tr0ub4dor",
  statement: `sk-ant-api03-${"Zx9Cv8Bn7M".repeat(9)}-abcdefAA`,
  schema: `xoxb-123456789012-1234567890123-${"Ab3dEf6hIj9l".repeat(2)}`,
  row: "a-secret-of-a-row-0123456789",
  job: `github_pat_${"11ABCDEFG0abcdefghijkl_".padEnd(82, "Qw3Er5Ty7U")}`,
  reason: `sk-proj-${"Kj8Hg6Fd4S".repeat(6)}`,
};
const folder = await makeTestFolder();
const log = createLogger({ destination: folder.at("service.log") });
let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService({
    log,
    environment: {
      SERVICE_METRICS_KEY: planted.known,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${planted.header}`,
      SERVICE_AGENT_TOOL_SECONDS: "14000",
    },
  });
  data = openServiceDatabase(service);
  await createSession(service);
  log.warn({ headers: { authorization: planted.header }, token: planted.logged }, `sent ${planted.known}`);
  log.error(`cannot reach https://me:${planted.address}@example.org/x`);
  log.warn({ tookMs: 61, sql: `SELECT '${planted.statement}' FROM sessions` }, "slow statement");
  data.sql.exec(`CREATE TABLE planted (value TEXT DEFAULT '${planted.schema}')`);
  data.sql.prepare("INSERT INTO planted VALUES (?)").run(planted.row);
  data.sql
    .prepare(
      `INSERT INTO jobs (lane, kind, payload, state, priority, run_at, attempts, max_attempts, last_error, created_at)
       VALUES ('default', 'planted.job', '{}', 'failed', 0, 0, 5, 5, ?, 0)`,
    )
    .run(`refused: ${planted.job}`);
  await service.call("POST", "/health/enter_queue_recovery_mode", { reason: planted.reason });
  await service.call("POST", "/health/exit_queue_recovery_mode");
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const environmentSecrets = () => [service.key, service.environment["ANTHROPIC_API_KEY"] ?? ""];

function expectNoSecret(files: Record<string, string>): void {
  const secrets = [...Object.values(planted), ...environmentSecrets()];
  for (const [name, text] of Object.entries(files))
    for (const secret of secrets)
      expect({ name, secret, found: text.includes(secret.replace("Bearer ", "")) }).toEqual({
        name,
        secret,
        found: false,
      });
}

describe("the archive for a bug report", () => {
  proves("R230")("has what a report needs, and none of the secrets planted in its sources", async () => {
    const response = await fetch(`${service.url}/ui/v1/diagnostics`, { headers: service.board.headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toContain("signalbox-diagnostics.zip");
    const files = await textsOfZip(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(files)).toEqual([
      "README.txt",
      "versions.json",
      "settings.json",
      "health.json",
      "log.jsonl",
      "slow-statements.jsonl",
      "database.json",
    ]);
    expectNoSecret(files);

    const read = (name: string): unknown => JSON.parse(files[name] ?? "null");
    expect(read("versions.json")).toMatchObject({ version: expect.any(String), runtime: expect.any(Array) });
    expect(read("settings.json")).toMatchObject({
      API_KEYS: "set",
      OTEL_EXPORTER_OTLP_HEADERS: "set",
      SERVICE_METRICS_KEY: "set",
      SERVICE_AGENT_TOOL_SECONDS: "14000",
    });
    expect(read("health.json")).toMatchObject({ health_report: { lines: expect.any(Array) } });
    expect(read("database.json")).toMatchObject({ rows: { sessions: 1, planted: 1 } });
    expect(files["database.json"]).toContain("CREATE TABLE");
    expect(files["log.jsonl"]).toContain("service ready");
    expect(files["health.json"]).toContain("planted.job");
    const slow = files["slow-statements.jsonl"]?.trimEnd().split("\n") ?? [];
    expect(slow.every((line) => line.includes('"slow statement"'))).toBe(true);
    expect(slow).toContainEqual(expect.stringContaining('\' FROM sessions","msg"'));
  });

  proves("R230")(
    "is written by the running service for the command, readable by its owner alone",
    async () => {
      const answer = await askRunningService(join(service.folder, "data"), { kind: "write_diagnostics" });
      const path = answer?.path ?? "";
      if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
      const files = await textsOfZip(await readFile(path));
      expect(files["health.json"]).toContain("health_report");
      expectNoSecret(files);
    },
  );
});

test("signalbox doctor --bundle works without a service, and then leaves out the health report", async () => {
  await using alone = await makeTestFolder();
  const logFile = alone.at("service.log");
  await writeFile(logFile, `{"level":40,"msg":"${planted.logged} and ${planted.known}"}\n`);
  const cli = join(import.meta.dirname, "../../server/cli.ts");
  const env = {
    PATH: process.env["PATH"],
    SERVICE_DATA_DIR: alone.at("data"),
    SERVICE_LOG_FILE: logFile,
    SERVICE_METRICS_KEY: planted.known,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "doctor", "--bundle"], { env });
  expect(stdout).toContain("not running");
  const files = await textsOfZip(await readFile(alone.at("data/diagnostics.zip")));
  expect(Object.keys(files)).not.toContain("health.json");
  expect(files["log.jsonl"]).toContain("[REDACTED");
  expect(files["database.json"]).toContain("problem");
  expectNoSecret(files);
});
