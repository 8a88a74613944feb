import { hasMoreCharacters } from "../../../lib/character-rules.ts";
import type { ContentScanPort, Place } from "./content-scan.ts";
import { sessionRefusal } from "./errors.ts";
import { candidateQuery } from "./filter.ts";
import { boardRows, type ListingDeps, readFilters, readView, sessionListing } from "./listing.ts";
import type { SessionSearch, SessionsFound } from "./model.ts";

const queryLimit = 1_000;

export interface SearchDeps extends ListingDeps {
  contents: ContentScanPort;
  limits: { budgetMs: number; chunk: number };
}

/** Searches titles and metadata and, on request, transcripts (R42-R46). */
export function sessionSearch(deps: SearchDeps) {
  const list = sessionListing(deps);

  /** When `signal` aborts, a transcript search returns what it has found so far. */
  return async function search(query: SessionSearch, signal: AbortSignal): Promise<SessionsFound> {
    const { query: text, needles } = readNeedles(query.q || query.query);
    if (query.search_contents !== true)
      return { query: text, search_contents: false, ...list(query, needles) };
    readView(query.view);
    const found = await deps.contents.scan(
      {
        candidates: candidateQuery(readFilters(query, deps), needles),
        needles,
        after: readCursor(query.scan_cursor),
        limit: query.per_page,
        ...deps.limits,
      },
      signal,
    );
    const rows = new Map(deps.store.byIds(found.found).map((row) => [row.id, row]));
    const shown = found.found.flatMap((id) => rows.get(id) ?? []);
    return {
      query: text,
      search_contents: true,
      ...boardRows(shown, query, deps),
      sessions: deps.views(shown),
      pagination: { page: 1, per_page: query.per_page, total_count: null, total_pages: null },
      content_scan: {
        complete: found.next === null,
        timed_out: found.timedOut,
        scanned_sessions: found.scanned,
        candidate_sessions: found.candidates,
        next_cursor: found.next && cursorOf(found.next),
      },
    };
  };
}

/** The substring to search for, in each spelling a JSON key may have (R42, R43). */
export function readNeedles(query: string | undefined): { query: string; needles: string[] } {
  if (query === undefined || query === "") throw sessionRefusal("query_missing");
  if (hasMoreCharacters(query, queryLimit)) throw sessionRefusal("query_too_long");
  const spaced = query.replace(/":(?=\S)/g, '": ');
  const tight = query.replace(/": /g, '":');
  return { query, needles: [...new Set([query, spaced, tight])] };
}

const cursorOf = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt}.${id}`).toString("base64url");

/** Returns null if the cursor is absent or empty. */
function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined || cursor === "") return null;
  const [createdAt, id, ...rest] = Buffer.from(cursor, "base64url").toString().split(".").map(Number);
  const place = { createdAt: createdAt ?? Number.NaN, id: id ?? Number.NaN };
  const isPlace = Object.values(place).every(Number.isSafeInteger) && rest.length === 0;
  if (!isPlace || cursorOf(place) !== cursor) throw sessionRefusal("unknown_cursor");
  return place;
}
