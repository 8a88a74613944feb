import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { BackfillRun, LedgerCoverage } from "./model.ts";
import { progressOf } from "./rules.ts";
import type { BackfillRow } from "./store.ts";

/** What else is known of the ledger, besides the newest pass over all files. */
interface LedgerState {
  lastRanAt: number | null;
  since: number | null;
  until: number | null;
  unreadable: number;
  skipped: number;
  problem: string | null;
}

export function coverageOf(run: BackfillRow | undefined, state: LedgerState): LedgerCoverage {
  const known = {
    files_unreadable: state.unreadable,
    calls_skipped: state.skipped,
    covers_since: instantOrNull(state.since),
    covers_until: instantOrNull(state.until),
  };
  return run === undefined
    ? { ...never, ...known, last_ran_at: instantOrNull(state.lastRanAt), last_error: state.problem }
    : {
        ...known,
        ...passOf(run),
        last_ran_at: instantOrNull(state.lastRanAt ?? run.finishedAt),
        last_error: run.lastError ?? state.problem,
      };
}

const never = {
  status: "never",
  complete: false,
  progress_pct: 0,
  directories_done: 0,
  directories_total: 0,
  files_scanned: 0,
  rows_written: 0,
  trigger: null,
  started_at: null,
  finished_at: null,
} as const;

function passOf(run: BackfillRow) {
  const complete = run.status === "finished";
  return {
    status: run.status,
    complete,
    progress_pct: complete ? 100 : progressOf(run.filesDone, run.filesTotal),
    directories_done: run.directoriesDone,
    directories_total: run.directoriesTotal,
    files_scanned: run.filesDone,
    rows_written: run.rowsWritten,
    trigger: run.trigger,
    started_at: instantOrNull(run.startedAt),
    finished_at: instantOrNull(run.finishedAt),
  };
}

export const runView = (run: BackfillRow): BackfillRun => ({
  id: run.id,
  status: run.status,
  trigger: run.trigger,
  files_done: run.filesDone,
  files_total: run.filesTotal,
  rows_written: run.rowsWritten,
  last_error: run.lastError,
  created_at: instant(run.createdAt),
  started_at: instantOrNull(run.startedAt),
  finished_at: instantOrNull(run.finishedAt),
});
