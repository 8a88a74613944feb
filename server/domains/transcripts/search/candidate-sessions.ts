import type { Database, Statement } from "better-sqlite3";
import type { CandidateQuery, Place, Query, SessionAtPlace } from "../../sessions/sessions/index.ts";

export interface NextSessions {
  after: Place;
  limit: number;
  /** Only these and those described; null for all. */
  named: readonly number[] | null;
  /** The described sessions, if known; otherwise SQL decides. */
  described: ReadonlySet<number> | null;
}

/** How many statements are cached: one for each combination of filters. */
const cacheSize = 50;

/** The sessions that a search may find, by queries from the owner of their table. */
export function candidateSessions(sql: Database) {
  const cache = new Map<string, Statement<unknown[], unknown>>();
  function prepared(source: string): Statement<unknown[], unknown> {
    const statement = cache.get(source) ?? sql.prepare<unknown[], unknown>(source);
    if (cache.size > cacheSize) cache.clear();
    cache.set(source, statement);
    return statement;
  }
  const counted = ({ source, values }: Query, ...places: number[]): number =>
    (prepared(source).get(...values, ...places) as { count: number }).count;

  return {
    /** The next ones in the order of a search. */
    sessionsAfter(query: CandidateQuery, { after, limit, named, described }: NextSessions): SessionAtPlace[] {
      const rows = ({ source, values }: Query, ...names: string[]) =>
        prepared(source).all(...values, after.createdAt, after.id, ...names, limit) as SessionAtPlace[];
      if (!named) return rows(query.page);
      if (!described) return rows(query.among, JSON.stringify(named));
      const both = new Set([...named, ...described]);
      return rows(query.named, JSON.stringify([...both])).map((row) => ({
        ...row,
        described: described.has(row.id) ? 1 : 0,
      }));
    },
    countSessions: ({ count }: CandidateQuery): number => counted(count),
    /** Those after `from`, up to and including `to`. */
    countPassed: ({ passed }: CandidateQuery, from: Place, to: Place): number =>
      counted(passed, from.createdAt, from.id, to.createdAt, to.id),
  };
}
