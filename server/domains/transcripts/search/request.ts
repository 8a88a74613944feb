/** What goes to the search thread and what comes back. Plain values: they are copied from thread to thread. */

/** The place of a session in the order of a search: newest first, of two of one instant the later id. */
export interface Place {
  createdAt: number;
  id: number;
}

export interface SessionAtPlace extends Place {
  /** 1 where title or metadata hold what is looked for already. */
  described: 0 | 1;
}

export interface Query {
  source: string;
  values: readonly (string | number)[];
}

/** Which sessions may be found, in SQL of those who own their table; run on a read-only connection. */
export interface CandidateQuery {
  /** Rows of SessionAtPlace in their order; after its own values it takes created_at and id to begin after, and a limit. */
  page: Query;
  /** The same, but only those described or named; before the limit it takes the names, a JSON array of ids. */
  among: Query;
  /** Like `page` with none marked, but only those named; before the limit it takes the names as `among` does. */
  named: Query;
  /** Rows of an id and the texts that describe the session, of all sessions there are. */
  descriptions: Query;
  /** One row, its `count` being those after one place and up to another: it takes created_at and id of both. */
  passed: Query;
  /** One row, its `count` being all of them. */
  count: Query;
}

export interface ScanRequest {
  candidates: CandidateQuery;
  /** As typed; a transcript that holds one of them is found. */
  needles: readonly string[];
  /** Begins after this session; null = with the newest. */
  after: Place | null;
  /** Stops once it has found so many. */
  limit: number;
  /** Stops after this time, but never before it has looked at one session. */
  budgetMs: number;
  /** Sessions taken at once. */
  chunk: number;
}

export interface ScanResult {
  /** Ids in the order of the search. */
  found: number[];
  /** Sessions it has looked at. */
  scanned: number;
  /** Sessions that may be found at all. */
  candidates: number;
  timedOut: boolean;
  /** The last session it looked at; null when no session is left. */
  next: Place | null;
}

export type Task = { kind: "scan"; request: ScanRequest } | { kind: "index" };
/** A scan answers with what it found, the indexing with nothing. */
export type Outcome = { ok: true; value: ScanResult | null } | { ok: false; error: Error };

export type ToThread = (Task & { id: number }) | { kind: "cancel"; id: number } | { kind: "stop" };
export type FromThread = Outcome & { id: number };
