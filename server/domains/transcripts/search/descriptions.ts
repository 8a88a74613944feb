import type { Database } from "better-sqlite3";
import { foldCase } from "../../../db/fold-case.ts";
import type { Query } from "../../sessions/sessions/index.ts";

/** Separates the texts, so that no match crosses an end; a needle that contains it is left to SQL. */
const border = "\u0000";
/** The most characters that are cached; if there are more, SQL reads them each time. */
const roomFor = 32_000_000;
/** If more sessions match, SQL finds the first of them just as fast. */
const few = 4_096;

interface Cached {
  ids: readonly number[];
  /** The offset of each session's texts. */
  starts: readonly number[];
  all: string;
}

/**
 * The texts that describe the sessions, case-folded in one string: searching it takes a tenth of the time that SQL takes
 * to read all rows. Loaded by the second search without a change to the database in between.
 */
export function descriptions(sql: Database, version: () => unknown) {
  let lastAsked: unknown = null;
  let known: { version: unknown; kept: Cached | null } | undefined;

  function upToDate(query: Query): Cached | null {
    const now = version();
    if (known && known.version === now) return known.kept;
    known = undefined;
    const isFirst = lastAsked !== now;
    lastAsked = now;
    if (isFirst) return null;
    const kept = read(sql, query);
    known = { version: now, kept };
    return kept;
  }

  return {
    /** The sessions whose description contains one of the case-folded needles; null if SQL must decide. */
    sessionsWith(query: Query, needles: readonly string[]): ReadonlySet<number> | null {
      if (needles.some((needle) => needle.includes(border))) return null;
      const kept = upToDate(query);
      return kept && holders(kept, needles);
    },
  };
}

/** Null if there is more than fits. */
function read(sql: Database, { source, values }: Query): Cached | null {
  const ids: number[] = [];
  const starts: number[] = [];
  const texts: string[] = [];
  let length = 0;
  for (const row of sql
    .prepare<unknown[], [number, ...string[]]>(source)
    .raw()
    .iterate(...values)) {
    const [id, ...parts] = row;
    const text = foldCase(parts.join(border)) + border;
    ids.push(id);
    starts.push(length);
    texts.push(text);
    length += text.length;
    if (length > roomFor) return null;
  }
  return { ids, starts, all: texts.join("") };
}

function holders({ ids, starts, all }: Cached, needles: readonly string[]): ReadonlySet<number> | null {
  const found = new Set<number>();
  for (const needle of needles) {
    let at = all.indexOf(needle);
    while (at >= 0) {
      const session = lastUpTo(starts, at);
      found.add(ids[session] ?? 0);
      if (found.size > few) return null;
      const next = starts[session + 1];
      at = next === undefined ? -1 : all.indexOf(needle, next);
    }
  }
  return found;
}

/** The index of the last of the ascending `starts` that is at most `at`. */
function lastUpTo(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
