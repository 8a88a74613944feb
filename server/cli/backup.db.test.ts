import { readdir, writeFile } from "node:fs/promises";
import Sqlite from "better-sqlite3";
import { afterEach, expect, it, vi } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { backup } from "./backup.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("writes a readable copy while the database is in use, and prints its path", async () => {
  await using folder = await makeTestFolder();
  using opened = openTestDatabase();
  opened.addSession({ title: "Kept" });
  opened.database.sql.prepare("VACUUM INTO ?").run(folder.at("signalbox.db"));
  const inUse = new Sqlite(folder.at("signalbox.db"));
  inUse.pragma("journal_mode = WAL");
  inUse.exec("UPDATE sessions SET branch = 'newest'");
  vi.stubEnv("SERVICE_DATA_DIR", folder.path);
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);

  expect(await backup([folder.at("copies")])).toBe(0);
  inUse.close();
  const [name = ""] = await readdir(folder.at("copies"));
  expect(written.mock.calls).toEqual([[`Backed up and verified: ${folder.at("copies", name)}\n`]]);
  const copy = new Sqlite(folder.at("copies", name), { readonly: true });
  expect(copy.prepare("SELECT title, branch FROM sessions").all()).toEqual([
    { title: "Kept", branch: "newest" },
  ]);
  copy.close();
});

it("says which folder cannot take a copy, and that there is none", async () => {
  await using folder = await makeTestFolder();
  using opened = openTestDatabase();
  opened.database.sql.prepare("VACUUM INTO ?").run(folder.at("signalbox.db"));
  vi.stubEnv("SERVICE_DATA_DIR", folder.path);
  await writeFile(folder.at("file"), "in the way");
  for (const place of [folder.at("file"), folder.at("file", "below")])
    await expect(backup([place])).rejects.toThrow(
      expect.objectContaining({
        label: "No backup",
        message: expect.stringMatching(/^Nothing was backed up: .* is not a folder that you can write to/),
      }),
    );
});

it("refuses a folder without a database, names its path, and writes nothing there", async () => {
  await using folder = await makeTestFolder();
  vi.stubEnv("SERVICE_DATA_DIR", folder.path);
  await expect(backup([])).rejects.toThrow(
    expect.objectContaining({
      label: "No database",
      message: expect.stringContaining(folder.at("signalbox.db")),
    }),
  );
  expect(await readdir(folder.path)).toEqual([]);
});
