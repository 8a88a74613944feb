import type { Database } from "better-sqlite3";

/** Chunks in which a term is seen before it is rated: enough to tell `ing` from `gti`. */
const sampleSize = 16;
/** How many terms are cached. */
const termsKept = 10_000;
/** The most terms with the same beginning in one query. */
const beginningLimit = 250;
/** If they are in more than this share of the texts, and in more than a few, reading takes no longer than a query. */
const common = 0.1;
const few = 1_000;

/** Searches ask about the same terms with every keystroke and page: cached until the index changes. */
export function vocabulary(sql: Database, textCount: () => number) {
  sql.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, texts, row)");
  const sampled = sql
    .prepare<[string], number>(
      `SELECT rowid - (SELECT MIN(id) FROM chunks) + 1 FROM texts WHERE texts MATCH ? AND rowid > 0
      LIMIT 1 OFFSET ${sampleSize - 1}`,
    )
    .pluck();
  const beginning = sql
    .prepare<[string, string], [string, number]>(
      "SELECT term, doc FROM temp.terms WHERE term >= ? AND term <= ?",
    )
    .raw();
  const shares = new Map<string, number>();
  const beginnings = new Map<string, readonly string[] | null>();

  function read(letters: string): readonly string[] | null {
    const terms: string[] = [];
    let room = Math.max(textCount() * common, few);
    for (const [term, texts] of beginning.iterate(letters, `${letters}\u{10FFFF}`)) {
      terms.push(term);
      room -= texts;
      if (room < 0 || terms.length > beginningLimit) return null;
    }
    return terms;
  }

  return {
    /** The approximate share of the texts that contain a term, estimated from how soon it occurs often. */
    share(query: string): number {
      const remembered = shares.get(query);
      if (remembered !== undefined) return remembered;
      const share = sampleSize / Math.max(sampled.get(query) ?? textCount(), sampleSize);
      if (shares.size === termsKept) shares.clear();
      shares.set(query, share);
      return share;
    },

    /** The terms that begin with these letters; null if they are many or in many texts. */
    startingWith(letters: string): readonly string[] | null {
      const remembered = beginnings.get(letters);
      if (remembered !== undefined) return remembered;
      const terms = read(letters);
      if (beginnings.size === termsKept) beginnings.clear();
      beginnings.set(letters, terms);
      return terms;
    },

    clear(): void {
      shares.clear();
      beginnings.clear();
    },
  };
}
