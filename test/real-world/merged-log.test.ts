import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { type FaultyService, startFaultyService } from "../faults/support/faulty-service.ts";
import { atRest } from "../support/service.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

vi.setConfig({ testTimeout: 120_000 });

const database = ({ dataFolder }: FaultyService): string => join(dataFolder, "signalbox.db");
const markerFile = ({ dataFolder }: FaultyService): string => join(dataFolder, "database.json");

const marker = (service: FaultyService): { database: string; mark: number } =>
  JSON.parse(readFileSync(markerFile(service), "utf8")) as { database: string; mark: number };

/** A service that was killed after a session's work, all of which is marked. */
async function killedService(folder: TestFolder): Promise<FaultyService> {
  const service = await startFaultyService({ folder: folder.path });
  const body = { git_root: await service.repository(), prompt: "#script say Done." };
  const before = marker(service).mark;
  const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
  await service.waitFor(answer.body.session.id, atRest);
  await vi.waitFor(() => expect(marker(service).mark).toBeGreaterThan(before), { timeout: 30_000 });
  await service.stop("SIGKILL");
  return service;
}

/** What `sqlite3 signalbox.db 'select 1'` does: it merges the log, and removes it when it closes. */
function lookInto(file: string): void {
  const program = `const sql = new (require("better-sqlite3"))(process.argv[1]); sql.prepare("SELECT 1").get(); sql.close();`;
  execFileSync(process.execPath, ["--eval", program, file], { cwd: import.meta.dirname });
}

async function refusalOf(service: FaultyService): Promise<string> {
  await expect(service.start()).rejects.toThrow();
  return service.process().complaints().trim();
}

const sessionsOf = async (service: FaultyService): Promise<number[]> =>
  (await service.call<{ sessions: { id: number }[] }>("GET", "/sessions")).body.sessions.map(({ id }) => id);

it("starts after another program has merged the log of a killed service", async () => {
  await using folder = await makeTestFolder();
  await using service = await killedService(folder);
  expect(existsSync(`${database(service)}-wal`)).toBe(true);
  lookInto(database(service));
  expect(readdirSync(service.dataFolder).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([]);
  const doctor = service.run(["doctor"]);
  expect(doctor.stdout).toMatch(/^ok +Data/m);
  await service.start();
  expect(await sessionsOf(service)).toEqual([1]);
});

it.each([
  ["the log", ["-wal"]],
  ["the log and its index", ["-wal", "-shm"]],
])("refuses a database that lost %s, and offers it as it is", async (_title, endings) => {
  await using folder = await makeTestFolder();
  await using service = await killedService(folder);
  for (const ending of endings) rmSync(`${database(service)}${ending}`);
  expect(await refusalOf(service)).toMatch(
    /signalbox\.db-wal is missing.*its newest changes (?:were|may have been) in that file/,
  );
});

it("does not take the empty log that a reader leaves for the one that is lost", async () => {
  await using folder = await makeTestFolder();
  await using service = await killedService(folder);
  for (const ending of ["-wal", "-shm"]) rmSync(`${database(service)}${ending}`);
  writeFileSync(`${database(service)}-wal`, "");
  expect(await refusalOf(service)).toMatch(/its newest changes were in that file/);
});

it("offers both, with their ages, where an earlier version left no mark", async () => {
  await using folder = await makeTestFolder();
  await using service = await killedService(folder);
  expect(service.run(["backup"]).status).toBe(0);
  lookInto(database(service));
  writeFileSync(markerFile(service), JSON.stringify({ database: "open" }));
  const said = await refusalOf(service);
  const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
  expect(said).toMatch(new RegExp(`may have been in that file.*last written at ${time}.*made at ${time}`));
  expect(said).toContain(`build/signalbox restore ${database(service)}\``);
  expect(service.run(["restore", database(service)]).status).toBe(0);
  await service.start();
  expect(await sessionsOf(service)).toEqual([1]);
});
