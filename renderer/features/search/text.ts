const many = (count: number): string => count.toLocaleString();
const sessions = (count: number): string => `${many(count)} ${count === 1 ? "session" : "sessions"}`;

/** The words of the search of sessions. */
export const text = {
  scanStatus: {
    failed: "The search failed",
    resume: "Resume search",
    progress: "Transcripts searched",
    stop: "Stop",
    findMore: "Find more",
    continue: "Continue",
  },
  searchBox: {
    contents: "Contents",
    searchContents: "Search contents",
    everywhere: "Search titles, metadata and transcripts",
    titles: "Search titles and metadata",
  },
  searchField: {
    clear: "Clear the search",
  },
  scan: {
    noMatches: (searched: number) => `No matches in ${sessions(searched)}`,
    matches: (found: number, searched: number) => `${sessions(found)} found in ${many(searched)} searched`,
    starting: "Searching transcripts…",
    stopped: "Stopped",
    reach: (scanned: number, candidates: number) => `${many(scanned)} of ${sessions(candidates)}`,
    running: (reach: string, found: number) =>
      `Searching transcripts: ${reach}${found === 0 ? "" : `, ${many(found)} found`}`,
    paused: (reach: string, found: number) =>
      `Searched ${reach}, ${found === 0 ? "no matches yet" : `${many(found)} found`}`,
  },
};
