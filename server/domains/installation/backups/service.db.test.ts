import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { backupService } from "./index.ts";
import { inspect, make } from "./worker.ts";

const board = { kind: "board" } as const;
const tasks: Record<string, (input: never) => unknown> = { make, inspect };

/** A service for a data folder with one session; its worker runs in this thread. */
async function open() {
  const folder = await makeTestFolder();
  using opened = openTestDatabase();
  opened.addSession();
  opened.database.sql.prepare("VACUUM INTO ?").run(folder.at("signalbox.db"));
  const backups = backupService({
    dataFolder: folder.path,
    file: folder.at("signalbox.db"),
    clock: { now: () => Date.UTC(2026, 10, 22) },
    log: silentLog,
    workers: {
      run: async <Result>({ name, input }: { name: string; input: unknown }) =>
        tasks[name]?.(input as never) as Result,
    },
  });
  const made = async (): Promise<string> => {
    await backups.begin(board);
    await backups.settled();
    return (await backups.state()).backups[0]?.name ?? "";
  };
  return { folder, backups, made, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

it("makes a backup, verifies it, stages it only by its name, and can cancel", async () => {
  await using bed = await open();
  const { backups } = bed;
  const name = await bed.made();
  expect(await backups.verify(name)).toMatchObject({ problem: null, sessions: 1 });
  await expect(backups.stage(name, "yes", board)).rejects.toThrow(name);
  expect(await backups.stage(name, name, board)).toMatchObject({ staged: { name } });
  await expect(backups.remove(name, board)).rejects.toThrow("restored at the next start");
  expect((await backups.unstage(board)).staged).toBeNull();
  expect((await backups.remove(name, board)).backups).toEqual([]);
});

it("refuses to stage a damaged backup, and shows the damage in the list", async () => {
  await using bed = await open();
  const name = await bed.made();
  await writeFile(bed.folder.at("backups", name), "spoilt");
  await expect(bed.backups.stage(name, name, board)).rejects.toThrow("damaged");
  expect((await bed.backups.state()).backups).toMatchObject([
    { name, check: { problem: expect.stringContaining("damaged") } },
  ]);
});

it.each([
  "../signalbox.db",
  "signalbox.db",
  "/etc/passwd",
  "..%2fsignalbox.db",
  "signalbox-2026-11-22T00-00-00-000Z.db",
])("finds no backup called %s, and reads and removes nothing", async (name) => {
  await using bed = await open();
  await mkdir(bed.folder.at("backups"));
  // A valid name, but a link to another file.
  await symlink(
    bed.folder.at("signalbox.db"),
    bed.folder.at("backups/signalbox-2026-11-22T00-00-00-000Z.db"),
  );
  await expect(bed.backups.verify(name)).rejects.toThrow("Backup not found");
  await expect(bed.backups.remove(name, board)).rejects.toThrow("Backup not found");
  await expect(bed.backups.stage(name, name, board)).rejects.toThrow("Backup not found");
  expect(await readdir(bed.folder.path)).toEqual(["backups", "signalbox.db"]);
});

it("reports why a backup failed, and that one is being made", async () => {
  await using bed = await open();
  await writeFile(bed.folder.at("backups"), "no folder");
  const begun = await bed.backups.begin(board);
  expect(begun.backups).toEqual([]);
  await bed.backups.settled();
  expect((await bed.backups.state()).problem).not.toBeNull();
  expect(() => new Sqlite(bed.folder.at("signalbox.db"), { readonly: true }).close()).not.toThrow();
});

it("removes partial backups of a service that was killed", async () => {
  await using bed = await open();
  await mkdir(bed.folder.at("backups"));
  await writeFile(bed.folder.at("backups", "signalbox-2026-11-21T00-00-00-000Z.db.part"), "half");
  const name = await bed.made();
  expect(await readdir(bed.folder.at("backups"))).toEqual([name]);
});
