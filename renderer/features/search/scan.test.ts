import { describe, expect, it } from "vitest";
import { someSession } from "../sessions/session.test-data.ts";
import { type Scan, scanOf, scanState, scanText } from "./scan.ts";

const page = (scanned: number, found: number, next: string | null) => ({
  query: "gate",
  search_contents: true,
  sessions: Array.from({ length: found }, (_, id) => someSession({ id })),
  pagination: { page: 1, per_page: 25, total_count: null, total_pages: null },
  content_scan: {
    complete: next === null,
    timed_out: false,
    scanned_sessions: scanned,
    candidate_sessions: 1_200,
    next_cursor: next,
  },
});

describe("a search of transcripts", () => {
  it("adds up what its pages searched and found", () => {
    expect(scanOf([page(300, 2, "a"), page(100, 0, "b")])).toEqual({
      scanned: 400,
      candidates: 1_200,
      found: 2,
      complete: false,
    });
  });

  const scan: Scan = { scanned: 400, candidates: 1_200, found: 2, complete: false };
  const options = { wanted: 25, stopped: false, failed: false };

  it.each([
    ["continues while too few are found", scan, options, "running"],
    ["pauses when a page is full", scan, { ...options, wanted: 2 }, "full"],
    ["pauses when it is stopped", scan, { ...options, stopped: true }, "stopped"],
    ["reports a failure", scan, { ...options, failed: true }, "failed"],
    ["is complete when all were searched", { ...scan, complete: true }, options, "complete"],
  ] as const)("%s", (_title, of, given, expected) => {
    expect(scanState(of, given)).toBe(expected);
  });

  it.each([
    [scan, "running", "Searching transcripts: 400 of 1,200 sessions, 2 found"],
    [{ ...scan, found: 0 }, "stopped", "Searched 400 of 1,200 sessions, no matches yet"],
    [{ ...scan, found: 0, complete: true }, "complete", "No matches in 1,200 sessions"],
    [{ ...scan, found: 1, complete: true }, "complete", "1 session found in 1,200 searched"],
    [{ ...scan, scanned: 0, candidates: 0 }, "running", "Searching transcripts…"],
  ] as const)("is described in a sentence", (of, state, expected) => {
    expect(scanText(of, state)).toBe(expected);
  });
});
