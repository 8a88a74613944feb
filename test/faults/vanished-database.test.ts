import { execFileSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it, type TestContext } from "vitest";
import { atRest } from "../support/service.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

/** A stopped service whose data has one session with a clone. */
async function usedService(
  folder: TestFolder,
  end: "SIGTERM" | "SIGKILL" = "SIGTERM",
): Promise<FaultyService> {
  const service = await startFaultyService({ folder: folder.path });
  const body = { git_root: await service.repository(), prompt: "#script say Done." };
  const answer = await service.call<{ session: { id: number } }>("POST", "/sessions", body);
  await service.waitFor(answer.body.session.id, atRest);
  await service.stop(end);
  return service;
}

/** What a start says that is refused: one line and no stack trace. */
async function refusalOf(service: FaultyService): Promise<string> {
  await expect(service.start()).rejects.toThrow();
  expect(await service.process().exited).toBe(1);
  const said = service.process().complaints().trim();
  expect(said.split("\n")).toHaveLength(1);
  return said;
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, "r+");
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

const database = (service: FaultyService): string => join(service.dataFolder, "signalbox.db");

it.each([
  ["is gone", (file: string) => rmSync(file), /signalbox\.db is missing, but it has the files of a session/],
  ["is empty", (file: string) => truncateSync(file), /signalbox\.db is empty, but/],
  [
    "begins with zeros",
    (file: string) => overwrite(file, 0, Buffer.alloc(4_096)),
    /damaged: it does not begin like/,
  ],
  ["ends early", (file: string) => truncateSync(file, 16_384), /damaged: its end is missing/],
  [
    "has a damaged schema",
    (file: string) => overwrite(file, 100, Buffer.alloc(3_900, 0xa5)),
    /signalbox\.db is damaged: database disk image is malformed/,
  ],
])("refuses to start where the database %s, and starts with a backup", async (_title, damage, said) => {
  await using folder = await makeTestFolder();
  await using service = await usedService(folder);
  const copy = folder.at("copy.db");
  copyFileSync(database(service), copy);
  damage(database(service));
  const before = readdirSync(service.dataFolder).toSorted();
  expect(await refusalOf(service)).toMatch(said);
  expect(await refusalOf(service)).toContain("signalbox restore");
  expect(readdirSync(service.dataFolder).toSorted()).toEqual(before);

  const doctor = service.run(["doctor"]);
  expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringMatching(said)]);
  expect(service.run(["restore", copy]).status).toBe(0);
  await service.start();
  const { body } = await service.call<{ sessions: { id: number }[] }>("GET", "/sessions");
  expect(body.sessions.map(({ id }) => id)).toEqual([1]);
});

it("refuses to start without the log of the changes before it was killed, and starts once that is back", async () => {
  await using folder = await makeTestFolder();
  await using service = await usedService(folder, "SIGKILL");
  const log = `${database(service)}-wal`;
  copyFileSync(log, folder.at("log"));
  rmSync(log);
  expect(await refusalOf(service)).toContain(`${log} is missing`);
  copyFileSync(folder.at("log"), log);
  await service.start();
  expect((await service.call<{ sessions: unknown[] }>("GET", "/sessions")).body.sessions).toHaveLength(1);
});

it("starts in a folder that never had a database", async () => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  expect((await service.call("GET", "/sessions")).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

it("refuses a damaged installation.json", async () => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  await service.stop();
  writeFileSync(join(service.dataFolder, "installation.json"), "{");
  expect(await refusalOf(service)).toContain("installation.json is damaged. Put it back from a copy");
});

it("refuses a folder that it cannot write to", async (context) => {
  await using folder = await makeTestFolder();
  await using service = await startFaultyService({ folder: folder.path });
  await service.stop();
  using _mounted = readOnly(context, service.dataFolder);
  expect(await refusalOf(service)).toContain(`cannot write to its data folder ${service.dataFolder}`);
});

/** Permissions do not stop root, a file system does. */
function readOnly(context: TestContext, path: string): Disposable {
  if (process.platform !== "linux" || process.getuid?.() !== 0) context.skip("only root on Linux can mount");
  try {
    execFileSync("mount", ["--bind", path, path], { stdio: "pipe" });
    execFileSync("mount", ["-o", "remount,ro,bind", path], { stdio: "pipe" });
  } catch (error) {
    context.skip(`this machine does not allow mounts: ${String(error)}`);
  }
  return { [Symbol.dispose]: () => void execFileSync("umount", ["--lazy", path]) };
}
