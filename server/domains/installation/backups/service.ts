import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import { writeFlushedPrivateFile } from "../../../lib/private-file.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { CopyReport } from "./copies.ts";
import { backupRefusal } from "./errors.ts";
import { backupFiles, draftSize, dropDrafts, readJsonFile, sizeOf } from "./files.ts";
import type { BackupCheck, BackupState } from "./model.ts";
import { type RestoreOutcome, restoreFiles, type StagedRestore } from "./restore.ts";

const worker = new URL("./worker.ts", import.meta.url);

export type BackupService = ReturnType<typeof backupService>;

/** An outcome file that an earlier version may have written. */
type StoredOutcome = Omit<RestoreOutcome, "mayRevive"> & Partial<Pick<RestoreOutcome, "mayRevive">>;

interface BackupDeps {
  dataFolder: string;
  /** The database's file. */
  file: string;
  workers: Pick<WorkerPool, "run">;
  clock: Clock;
  log: Logger;
}

/**
 * Backups of the database, made and checked in another thread, and the restore planned for the next start. Names come from
 * requests, so only a listed name becomes a path.
 */
export function backupService(deps: BackupDeps) {
  const { clock, log, workers } = deps;
  const files = restoreFiles(deps.dataFolder);
  const checks = new Map<string, BackupCheck>();
  const making = backupMaker(deps, (name) => checks.delete(name));

  async function find(name: string): Promise<string> {
    const known = await backupFiles(files.backups);
    if (!known.some((file) => file.name === name)) throw backupRefusal("not_found");
    return join(files.backups, name);
  }

  async function verify(name: string): Promise<BackupCheck> {
    const input = { file: await find(name) };
    const report = await workers.run<CopyReport>({ file: worker, name: "inspect", input });
    const check = { ...report, checked_at: instant(clock.now()) };
    checks.set(name, check);
    return check;
  }

  async function state(): Promise<BackupState> {
    const [list, underWay, staged, restored] = await Promise.all([
      backupFiles(files.backups),
      making.underWay(),
      readJsonFile<StagedRestore>(files.staged),
      readJsonFile<StoredOutcome>(files.outcome),
    ]);
    return {
      folder: files.backups,
      backups: list.map(({ name, madeAt, bytes }) => ({
        name,
        bytes,
        made_at: instant(madeAt),
        kind: name.includes("before-restore") ? "before_restore" : "copy",
        check: checks.get(name) ?? null,
      })),
      under_way: underWay,
      problem: making.problem(),
      staged: staged && { name: staged.name, asked_at: instant(staged.askedAt) },
      restored: restored && {
        name: restored.name,
        at: instant(restored.at),
        safety_copy: restored.safetyCopy,
        problem: restored.problem,
        may_revive: restored.mayRevive ?? false,
      },
    };
  }

  return {
    state,
    verify,
    newest: () => newestOf(files.backups, making.problem()),
    begin(by: Actor): Promise<BackupState> {
      making.begin();
      log.info(`[backups] ${actorName(by)} started a backup`);
      return state();
    },

    async remove(name: string, by: Actor): Promise<BackupState> {
      const file = await find(name);
      if ((await readJsonFile<StagedRestore>(files.staged))?.name === name) throw backupRefusal("staged");
      for (const one of [file, `${file}-wal`, `${file}-shm`]) await rm(one, { force: true });
      checks.delete(name);
      log.warn(`[backups] ${actorName(by)} deleted ${name}`);
      return state();
    },

    /** Checks the backup now and again at the start. `confirm` has to repeat the name. */
    async stage(name: string, confirm: string, by: Actor): Promise<BackupState> {
      await find(name);
      if (confirm !== name) throw backupRefusal("not_confirmed", { name });
      const { problem } = await verify(name);
      if (problem !== null) throw backupRefusal("not_restorable", { problem });
      const staged: StagedRestore = { name, askedAt: clock.now() };
      writeFlushedPrivateFile(files.staged, JSON.stringify(staged));
      log.warn(`[backups] ${actorName(by)} asked to restore ${name} at the next start`);
      return state();
    },

    async unstage(by: Actor): Promise<BackupState> {
      await rm(files.staged, { force: true });
      log.warn(`[backups] ${actorName(by)} canceled the restore`);
      return state();
    },
    /** Resolves once no backup is being made. */
    settled: making.settled,
  };
}

/** When the newest backup was made, in epoch ms, and why the last attempt failed. */
async function newestOf(folder: string, backupProblem: string | null) {
  const [newest] = await backupFiles(folder);
  return { lastBackupAt: newest?.madeAt ?? null, backupProblem };
}

/** One backup at a time. */
function backupMaker({ dataFolder, file, workers, clock, log }: BackupDeps, made: (name: string) => void) {
  const { backups: folder } = restoreFiles(dataFolder);
  let running: { startedAt: number; ended: Promise<void> } | null = null;
  let problem: string | null = null;

  async function run(now: number): Promise<void> {
    try {
      await dropDrafts(folder);
      made(await workers.run<string>({ file: worker, name: "make", input: { file, folder, now } }));
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, "the backup failed");
    } finally {
      running = null;
    }
  }

  return {
    problem: () => problem,
    settled: () => running?.ended ?? Promise.resolve(),
    begin(): void {
      if (running) throw backupRefusal("under_way");
      problem = null;
      const startedAt = clock.now();
      running = { startedAt, ended: run(startedAt) };
    },
    async underWay(): Promise<BackupState["under_way"]> {
      if (running === null) return null;
      const { startedAt } = running;
      const [bytes, of, log] = await Promise.all([draftSize(folder), sizeOf(file), sizeOf(`${file}-wal`)]);
      return { started_at: instant(startedAt), bytes, of: of + log };
    },
  };
}
