import type { SessionsFound } from "../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

export interface Scan {
  /** The number of sessions whose transcripts were searched. */
  scanned: number;
  candidates: number;
  found: number;
  complete: boolean;
}

/** The combined progress of all pages of a search of transcripts. */
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

/** The state of a search, which continues until enough sessions are found. */
export function scanState(
  scan: Scan,
  { wanted, stopped, failed }: { wanted: number; stopped: boolean; failed: boolean },
): ScanState {
  if (scan.complete) return "complete";
  if (failed) return "failed";
  if (scan.found >= wanted) return "full";
  return stopped ? "stopped" : "running";
}

/** The line above the results. */
export function scanText(scan: Scan, state: ScanState): string {
  const { scanned, candidates, found } = scan;
  if (state === "complete")
    return found === 0 ? text.scan.noMatches(candidates) : text.scan.matches(found, candidates);
  if (candidates === 0) return state === "running" ? text.scan.starting : text.scan.stopped;
  const reach = text.scan.reach(scanned, candidates);
  return state === "running" ? text.scan.running(reach, found) : text.scan.paused(reach, found);
}
