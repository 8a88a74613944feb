import type { SessionsFound } from "../../../server/domains/sessions/sessions/model.ts";

export interface Scan {
  /** Sessions whose transcripts were looked into. */
  scanned: number;
  candidates: number;
  found: number;
  complete: boolean;
}

/** What the pages of one search of transcripts say together. */
export function scanOf(pages: readonly SessionsFound[]): Scan {
  const last = pages.at(-1)?.content_scan;
  return {
    scanned: pages.reduce((sum, page) => sum + (page.content_scan?.scanned_sessions ?? 0), 0),
    candidates: last?.candidate_sessions ?? 0,
    found: pages.reduce((sum, page) => sum + page.sessions.length, 0),
    complete: last?.complete === true,
  };
}

export type ScanState = "running" | "stopped" | "full" | "complete" | "failed";

/** Where a search stands. It goes on by itself until as many are found as are wanted. */
export function scanState(
  scan: Scan,
  { wanted, stopped, failed }: { wanted: number; stopped: boolean; failed: boolean },
): ScanState {
  if (scan.complete) return "complete";
  if (failed) return "failed";
  if (scan.found >= wanted) return "full";
  return stopped ? "stopped" : "running";
}

const many = (count: number): string => count.toLocaleString();
const sessions = (count: number): string => `${many(count)} ${count === 1 ? "session" : "sessions"}`;

/** One sentence for the line above the results. */
export function scanText(scan: Scan, state: ScanState): string {
  const found = scan.found === 0 ? "" : `, ${many(scan.found)} found`;
  if (state === "complete") {
    return scan.found === 0
      ? `No matches in ${sessions(scan.candidates)}`
      : `${sessions(scan.found)} found in ${many(scan.candidates)} searched`;
  }
  if (scan.candidates === 0) return state === "running" ? "Searching transcripts…" : "Stopped";
  const reach = `${many(scan.scanned)} of ${sessions(scan.candidates)}`;
  if (state === "running") return `Searching transcripts: ${reach}${found}`;
  return `Searched ${reach}${found === "" ? ", no matches yet" : found}`;
}
