import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { StoredRecords } from "../../server/domains/installation/data-folder/model.ts";
import type {
  DatabaseTask,
  DatabaseTaskKind,
  DatabaseTasks,
} from "../../server/domains/installation/database-tasks/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { restedSession } from "../support/sessions.ts";

let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const tasks = async (): Promise<DatabaseTasks> =>
  (await service.board.call<DatabaseTasks>("GET", "/database_tasks")).body;
const start = (kind: string) =>
  service.board.call<DatabaseTasks & { message: string }>("POST", `/database_tasks/${kind}`);

async function done(kind: DatabaseTaskKind): Promise<DatabaseTask> {
  const found = await vi.waitFor(
    async () => {
      const task = (await tasks()).tasks.find((one) => one.kind === kind);
      expect(task?.state).toBe("idle");
      return task;
    },
    { timeout: 60_000, interval: 100 },
  );
  if (!found) throw new Error(`There is no task ${kind}`);
  return found;
}

it("checks every page when asked, one at a time, and keeps what it found", async () => {
  const before = await tasks();
  expect(before.tasks.map(({ kind, state, last }) => [kind, state, last])).toEqual([
    ["check", "idle", null],
    ["checkpoint", "idle", null],
    ["vacuum", "idle", null],
  ]);
  const started = await start("check");
  expect(started.status).toBe(202);
  const [check] = started.body.tasks;
  expect(check).toMatchObject({ kind: "check", asked_at: expect.any(String) });
  expect(check?.state).not.toBe("idle");
  expect((await start("check")).status).toBe(409);
  expect((await done("check")).last).toMatchObject({ outcome: "Every page is sound", failed: false });
  const weekly = await service.board.call<{ checked_at: string | null }>("GET", "/database_check");
  expect(weekly.body.checked_at).not.toBeNull();
  expect((await start("nothing")).status).toBe(404);
});

it("empties the write-ahead log", async () => {
  await restedSession(service, "#script say Something to write.");
  const wal = join(service.folder, "data/signalbox.db-wal");
  expect(statSync(wal).size).toBeGreaterThan(0);
  await start("checkpoint");
  expect((await done("checkpoint")).last).toMatchObject({ failed: false });
});

it("gives the disk back what was deleted, with its progress", async () => {
  data.sql.exec("CREATE TABLE filler (content BLOB)");
  data.sql.exec(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12) INSERT INTO filler SELECT zeroblob(1048576) FROM n",
  );
  data.sql.exec("DROP TABLE filler");
  const before = await tasks();
  expect(before.free_bytes).toBeGreaterThan(10 * 1024 ** 2);
  await start("vacuum");
  await vi.waitFor(
    async () => {
      const task = (await tasks()).tasks.find(({ kind }) => kind === "vacuum");
      if (task?.state === "idle") return;
      expect(task?.progress?.of).toBeGreaterThan(10 * 1024 ** 2);
    },
    { timeout: 20_000, interval: 10 },
  );
  const { last } = await done("vacuum");
  expect(last).toMatchObject({
    failed: false,
    outcome: expect.stringMatching(/^1\d\.\d MB freed/),
  });
  const after = await tasks();
  expect(after.bytes).toBeLessThan(before.bytes - 10 * 1024 ** 2);
});

it("waits while the queue recovery mode holds its lane", async () => {
  await service.call("POST", "/health/enter_queue_recovery_mode", { reason: "a look" });
  const { body } = await start("checkpoint");
  expect(body.tasks.find(({ kind }) => kind === "checkpoint")?.state).toBe("queued");
  await service.call("POST", "/health/exit_queue_recovery_mode");
  expect((await done("checkpoint")).last?.failed).toBe(false);
});

it("says what each kind of record takes, since when, and how long it stays", async () => {
  const { body } = await service.board.call<StoredRecords>("GET", "/stored_records");
  const of = (kind: string) => body.records.find((record) => record.kind === kind);
  expect(of("session_logs")).toMatchObject({
    rows: expect.any(Number),
    bounds: [
      { by: "session", amount: null },
      { by: "newest", amount: 5_000 },
    ],
  });
  expect(of("session_states")?.rows).toBeGreaterThan(0);
  expect(of("session_states")?.bytes).toBeGreaterThan(0);
  expect(Date.parse(of("session_states")?.oldest_at ?? "")).toBeLessThanOrEqual(Date.now());
  expect(of("webhook_deliveries")).toMatchObject({
    rows: 0,
    oldest_at: null,
    bounds: [{ by: "days", amount: 15 }],
  });
});
