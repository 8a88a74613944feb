import { access, copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrateDatabase, migrationsFolder } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/open.ts";
import { silentLog } from "../support/database.ts";
import { fill } from "./sample-rows.ts";

/**
 * Writes fixtures/<newest migration>.db, a small filled database as this version leaves it behind. Run it once
 * for every new migration and commit the file; one that has shipped is never made again (`--replace` is for
 * the time before that).
 */
const folder = join(import.meta.dirname, "fixtures");
const { values } = parseArgs({ options: { replace: { type: "boolean", default: false } } });

const journal = JSON.parse(await readFile(join(migrationsFolder, "meta/_journal.json"), "utf8")) as {
  entries: { tag: string }[];
};
const file = join(folder, `${journal.entries.at(-1)?.tag}.db`);
const there = await access(file).then(
  () => true,
  () => false,
);
if (there && !values.replace) throw new Error(`${file} is there already`);

await mkdir(folder, { recursive: true });
const scratch = await mkdtemp(join(tmpdir(), "signalbox-fixture-"));
try {
  const database = openDatabase(join(scratch, "full.db"), silentLog);
  migrateDatabase(database, { backups: null, now: 0 });
  await fill(database);
  // A page holds one table or index at least, so small pages make a small file.
  database.sql.pragma("journal_mode = DELETE");
  database.sql.pragma("page_size = 512");
  database.sql.exec("VACUUM");
  database.sql.prepare("VACUUM INTO ?").run(join(scratch, "compact.db"));
  database.close();
  await copyFile(join(scratch, "compact.db"), file);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
