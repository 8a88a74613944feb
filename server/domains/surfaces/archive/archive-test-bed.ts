import { readFile, writeFile } from "node:fs/promises";
import { insertSession, silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { textsOfZip } from "../../../../test/support/zip.ts";
import { migrateDatabase } from "../../../db/migrate.ts";
import { openDatabase } from "../../../db/open.ts";
import { workerPool } from "../../../workers/pool.ts";
import { transcriptService } from "../../transcripts/transcripts/index.ts";
import { archiveService } from "./service.ts";

export const everyMs = 600_000;

/** A database in its own folder, and its archive ten minutes after the start. */
export async function openArchiveBed() {
  const folder = await makeTestFolder();
  const file = folder.at("signalbox.db");
  const database = openDatabase(file, silentLog);
  const clock = { at: Date.UTC(2026, 5, 1, 12), now: () => clock.at };
  migrateDatabase(database, { backups: null, now: clock.at });
  const ran: string[] = [];
  const workers = workerPool({ log: (error) => void ran.push(String(error)) });
  const archiveFolder = folder.at("archive");
  const startArchive = () =>
    archiveService({
      folder: archiveFolder,
      file,
      clock,
      everyMs,
      workers: {
        run(task) {
          ran.push(task.name);
          return workers.run(task);
        },
      },
    });
  const archive = startArchive();
  clock.at += everyMs;
  const transcripts = transcriptService({
    database,
    clock,
    readers: new Map(),
    redactLine: (line) => line,
    changed: archive.touch,
  });

  return {
    archive,
    archiveFolder,
    startArchive,
    clock,
    database,
    /** The tasks that worker threads were given. */
    ran,
    addSession: (title: string): number => insertSession(database, { now: clock.at, title }),
    /** Adds lines to the session's transcript. */
    async say(sessionId: number, lines: readonly string[]): Promise<void> {
      const path = folder.at(`${sessionId}-${clock.at}.jsonl`);
      await writeFile(path, lines.map((line) => `${line}\n`).join(""));
      await transcripts.ingest({
        sessionId,
        home: folder.path,
        path,
        reader: { keeps: () => true, events: () => [], isPrompt: () => false },
      });
    },
    raw: transcripts.raw,
    run: () => archive.run(new AbortController().signal),
    async [Symbol.asyncDispose]() {
      await workers.close();
      database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Every file of a zip by its name, each checked against its sum. */
export const unzip = async (path: string): Promise<Record<string, string>> =>
  textsOfZip(await readFile(path));
