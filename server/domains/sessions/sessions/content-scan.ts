/** What the list of sessions asks of a search through transcripts: plain values, because they are copied between threads. */

/** The place of a session in the order of a search: newest first, then the higher id. */
export interface Place {
  createdAt: number;
  id: number;
}

export interface SessionAtPlace extends Place {
  /** 1 if the title or the metadata already match. */
  described: 0 | 1;
}

export interface Query {
  source: string;
  values: readonly (string | number)[];
}

/** Which sessions may be found, as SQL from the owner of their table; run on a read-only connection. */
export interface CandidateQuery {
  /** Rows of SessionAtPlace in order; after its own values it takes created_at and id to start after, and a limit. */
  page: Query;
  /** The same, but only sessions that are described or named; before the limit it takes the names, a JSON array of ids. */
  among: Query;
  /** Like `page` with `described` always 0, but only named sessions; before the limit it takes the names as in `among`. */
  named: Query;
  /** Rows of an id and the texts that describe the session, for all sessions. */
  descriptions: Query;
  /** One row with the `count` of sessions after one place and up to another; it takes created_at and id of both. */
  passed: Query;
  /** One row with the `count` of all of them. */
  count: Query;
}

export interface ScanRequest {
  candidates: CandidateQuery;
  /** As typed; a transcript that contains one of them is found. */
  needles: readonly string[];
  /** Starts after this session; null starts with the newest. */
  after: Place | null;
  /** Stops once it has found this many. */
  limit: number;
  /** Stops after this time, but checks at least one session. */
  budgetMs: number;
  /** Sessions read at once. */
  chunk: number;
}

export interface ScanResult {
  /** Ids in the order of the search. */
  found: number[];
  /** Sessions checked. */
  scanned: number;
  /** Sessions that may be found. */
  candidates: number;
  timedOut: boolean;
  /** The last session checked; null when no session is left. */
  next: Place | null;
}

export interface ContentScanPort {
  /** When `signal` aborts, returns what was found so far. */
  scan(request: ScanRequest, signal: AbortSignal): Promise<ScanResult>;
}
