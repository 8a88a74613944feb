import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, expect, it, vi } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { lockDataFolder } from "../db/lock.ts";
import { backUp } from "../db/migrate.ts";
import { restoreFiles } from "../domains/installation/backups/restore.ts";
import { restore } from "./restore.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const damaged = "no database at all, ".repeat(100);

/** A data folder with a damaged database and a valid backup. */
async function open() {
  const folder = await makeTestFolder();
  const data = folder.at("data");
  const files = restoreFiles(data);
  using opened = openTestDatabase();
  opened.addSession({ title: "Kept" });
  const copy = backUp(opened.database, files.backups, Date.UTC(2026, 10, 22));
  await writeFile(folder.at("data/signalbox.db"), damaged);
  await writeFile(files.staged, "{}");
  vi.stubEnv("SERVICE_DATA_DIR", data);
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return {
    data,
    copy,
    files,
    at: folder.at,
    said: () => written.mock.calls.join(""),
    present: () => readFile(folder.at("data/signalbox.db"), "utf8"),
    titles() {
      const sql = new Sqlite(folder.at("data/signalbox.db"), { readonly: true });
      const titles = sql.prepare("SELECT title FROM sessions").pluck().all();
      sql.close();
      return titles;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const revokedMayWork =
  "Some of the previous data could not be read: keys and connections that were revoked since the backup may work again. Check them under Settings.\n";

it("replaces an unreadable database with a backup, keeps a copy of it, and prints both paths", async () => {
  await using bed = await open();
  expect(await restore([bed.copy])).toBe(0);
  expect(bed.titles()).toEqual(["Kept"]);
  const kept = (await readdir(bed.files.backups)).find((name) => name.endsWith("-before-restore.db")) ?? "";
  expect(bed.said()).toBe(
    `Restored and verified: ${bed.copy}\nThe previous data is kept in ${bed.files.backups}/${kept}\n${revokedMayWork}`,
  );
  expect(await readFile(`${bed.files.backups}/${kept}`, "utf8")).toBe(damaged);
  expect(await readdir(bed.data)).toEqual(["backups", "database.json", "lock.db", "signalbox.db"]);
});

it("takes the name of a backup, and a symbolic link", async () => {
  await using bed = await open();
  expect(await restore([bed.copy.slice(dirname(bed.copy).length + 1)])).toBe(0);
  expect(bed.titles()).toEqual(["Kept"]);
  await symlink(bed.copy, bed.at("newest.db"));
  expect(await restore([bed.at("newest.db")])).toBe(0);
});

it("includes the write-ahead log of a service that died", async () => {
  await using bed = await open();
  await restore([bed.copy]);
  const living = new Sqlite(bed.at("data/signalbox.db"));
  living.pragma("journal_mode = WAL");
  living.exec("UPDATE sessions SET title = 'Newest'");
  for (const end of ["", "-wal"])
    await writeFile(bed.at(`dead.db${end}`), await readFile(bed.at(`data/signalbox.db${end}`)));
  living.close();
  await writeFile(bed.at("data/signalbox.db"), damaged);
  expect(await restore([bed.at("dead.db")])).toBe(0);
  expect(bed.titles()).toEqual(["Newest"]);
});

it("refuses while a service is using the folder", async () => {
  await using bed = await open();
  const service = lockDataFolder(bed.data);
  await expect(restore([bed.copy])).rejects.toThrow(/Another Signalbox is using/);
  service.release();
  expect(await bed.present()).toBe(damaged);
});

it.each([
  ["nothing", [], /^Usage: signalbox restore/],
  ["two files", ["a.db", "b.db"], /^Usage: signalbox restore/],
  ["a missing file", ["gone.db"], /There is no backup at .*gone\.db/],
  ["a path outside the backups", ["../signalbox.db"], /There is no backup at/],
  [
    "the damaged database itself",
    ["signalbox.db"],
    /was not restored, and the data is unchanged\. The copy is damaged/,
  ],
])("refuses %s, and leaves the data as it is", async (_title, args, message) => {
  await using bed = await open();
  const own = args.map((name) => (name === "signalbox.db" ? bed.at("data/signalbox.db") : name));
  await expect(restore(own)).rejects.toThrow(
    expect.objectContaining({ message: expect.stringMatching(message) }),
  );
  expect(await bed.present()).toBe(damaged);
  expect(await readdir(bed.files.backups)).toHaveLength(1);
});
