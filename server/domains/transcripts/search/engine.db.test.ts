import { writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSearchBed, type SearchBed } from "./search-test-bed.ts";

const line = (text: string): string => JSON.stringify({ type: "user", text });

/** How many texts the index names for three letters. */
function indexed(bed: SearchBed, trigram: string): number {
  const sql = new Sqlite(bed.indexFile, { readonly: true });
  try {
    const found = sql.prepare("SELECT COUNT(*) FROM texts WHERE texts MATCH ?").pluck();
    return found.get(`"${trigram}"`) as number;
  } finally {
    sql.close();
  }
}

describe("a search of transcripts", () => {
  it.each<[string, (bed: SearchBed, id: number) => Promise<unknown>]>([
    ["in the live tail", (bed, id) => bed.addLines(id, [line("a needle")])],
    ["in a chunk that is not indexed", (bed, id) => bed.addLines(id, [line("a needle")], true)],
    ["in an indexed tail", (bed, id) => bed.addLines(id, [line("a needle")]).then(bed.index)],
    ["in an indexed chunk", (bed, id) => bed.addLines(id, [line("a needle")], true).then(bed.index)],
    [
      "in a tail that was sealed since it was indexed",
      async (bed, id) => {
        await bed.addLines(id, [line("a needle")]);
        await bed.index();
        await bed.addLines(id, [line("more")], true);
      },
    ],
    [
      "in a line that came after the indexing",
      async (bed, id) => {
        await bed.addLines(id, [line("hay")], true);
        await bed.index();
        await bed.addLines(id, [line("a needle")]);
      },
    ],
  ])("finds a phrase %s", async (_title, fill) => {
    await using bed = await openSearchBed();
    const [, id] = [bed.addSession(), bed.addSession(), bed.addSession()];
    if (id === undefined) throw new Error("No session");
    await fill(bed, id);
    for (const needle of ["a needle", "A NEEDLE", "ee"])
      expect(await bed.scan(needle), needle).toMatchObject({ found: [id], scanned: 3, next: null });
    expect((await bed.scan("no such thing")).found).toEqual([]);
  });

  it("compares JSON as it is stored: quotes are escaped, and no phrase crosses the end of a line", async () => {
    await using bed = await openSearchBed();
    const id = bed.addSession();
    await bed.addLines(id, [line('say "yes"\nnow'), line("next")], true);
    await bed.index();
    const found = async (needle: string) => (await bed.scan(needle)).found.length;
    expect(await found('say \\"yes\\"\\nnow')).toBe(1);
    expect(await found('say "yes"')).toBe(0);
    expect(await found('"yes"\nnow')).toBe(0);
    expect(await found('}\n{"type"')).toBe(0);
    expect(await found('"type":"user"')).toBe(1);
  });

  it("folds letters of every script, in the index and beside it", async () => {
    await using bed = await openSearchBed();
    const id = bed.addSession();
    await bed.addLines(id, [line("Größe ПРИВЕТ ΟΔΟΣ 🙂 漢字である 5\u212AB")], true);
    for (const state of ["beside", "in"]) {
      for (const needle of ["GRÖSSE", "größE", "привет", "οδος", "ΔΟΣ", "🙂 漢", "である", "ö", "5kb"]) {
        const expected = ["GRÖSSE", "5kb"].includes(needle) ? [] : [id];
        expect((await bed.scan(needle)).found, `${needle} ${state} the index`).toEqual(expected);
      }
      await bed.index();
    }
  });

  it("finds exactly what reading every text would find, whatever is indexed, sealed or in the tail", async () => {
    const word = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...'abAB é"\\%ΣςßⅨ🙂') });
    const step = fc.record({
      session: fc.nat(3),
      lines: fc.array(word, { minLength: 1, maxLength: 3 }),
      seal: fc.boolean(),
      index: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        fc.array(word, { minLength: 5 }),
        async (steps, needles) => {
          await using bed = await openSearchBed();
          const ids = Array.from({ length: 4 }, () => bed.addSession());
          const texts = new Map<number, string[]>(ids.map((id) => [id, []]));
          for (const { session, lines, seal, index } of steps) {
            const id = ids[session] ?? 0;
            const stored = lines.map(line);
            texts.get(id)?.push(...stored);
            await bed.addLines(id, stored, seal);
            if (index) await bed.index();
          }
          const same = (text: string): string => text.toLowerCase().replaceAll("ς", "σ");
          for (const needle of needles) {
            const expected = ids.filter((id) =>
              texts.get(id)?.some((text) => same(text).includes(same(needle))),
            );
            expect((await bed.scan(needle)).found).toEqual(expected.toReversed());
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it("finds fewer than three letters at any position, even at the end of a text", async () => {
    await using bed = await openSearchBed();
    const ids = Array.from({ length: 5 }, () => bed.addSession());
    const texts = ['{"a":"qz"}', '{"a":"q"}', '"é', '"xq', '"xqz'];
    for (const [n, text] of texts.entries()) await bed.addLines(ids[n] ?? 0, [text], n !== 3);
    await bed.index();
    const found = async (needle: string) => (await bed.scan(needle)).found.map((id) => ids.indexOf(id));
    expect(await found("qz")).toEqual([4, 0]);
    expect(await found("Q")).toEqual([4, 3, 1, 0]);
    expect(await found("É")).toEqual([2]);
    expect(await found('"}')).toEqual([1, 0]);
    expect(await found("yz")).toEqual([]);
    await bed.addLines(ids[2] ?? 0, ['"yz']);
    expect(await found("yz")).toEqual([2]);
  });

  it("finds the texts that describe a session, in repeated searches and after changes", async () => {
    await using bed = await openSearchBed();
    const [one, two] = ["Über uns", "beer"].map((title) =>
      bed.addSession({ title, metadata: { note: "the end" } }),
    );
    await bed.index();
    const found = async (needle: string) => (await bed.scan(needle)).found;
    for (let time = 0; time < 3; time++) {
      expect(await found("über UNS")).toEqual([one]);
      expect(await found("the end")).toEqual([two, one]);
      for (const over of ["uns{", "end{", 'end"}{', "beer{", "uns\0{", "}\0"])
        expect(await found(over), over).toEqual([]);
    }
    bed.database.sql.prepare("UPDATE sessions SET title = 'Over us' WHERE id = ?").run(one);
    for (let time = 0; time < 3; time++) {
      expect(await found("über uns")).toEqual([]);
      expect(await found("over us")).toEqual([one]);
      expect((await bed.scan("the end", { limit: 1 })).next).toMatchObject({ id: two });
    }
  });

  it("asks the index again for each chunk of sessions if the phrase is common", async () => {
    await using bed = await openSearchBed();
    const common = Array.from({ length: 900 }, (_, n) => line(`common ${n}`));
    const ids = Array.from({ length: 6 }, () => bed.addSession());
    for (const id of ids) await bed.addLines(id, id === ids[2] ? [line("rare")] : common, true);
    await bed.index();
    expect((await bed.scan("common")).found).toEqual(ids.filter((id) => id !== ids[2]).toReversed());
    expect((await bed.scan("common 899")).found).toHaveLength(5);
  });

  it("finds a long phrase by its rarest trigrams", async () => {
    await using bed = await openSearchBed();
    const ids = Array.from({ length: 20 }, () => bed.addSession());
    const animal = (id: number): string => (id === ids[3] ? "dingo" : "dog");
    for (const id of ids)
      await bed.addLines(id, [line(`The quick brown fox jumps over the lazy ${animal(id)}`)], true);
    await bed.index();
    const found = async (needle: string) => (await bed.scan(needle)).found;
    expect(await found("quick brown fox jumps over the lazy dingo")).toEqual([ids[3]]);
    expect(await found("quick brown fox jumps over the lazy dog")).toHaveLength(19);
    expect(await found("quick brown fox jumps over the lazy donkey")).toEqual([]);
  });
});

describe("a scan", () => {
  it("walks newest first, stops at its limit and continues where it stopped", async () => {
    await using bed = await openSearchBed();
    const ids = Array.from({ length: 7 }, () => bed.addSession());
    for (const id of ids.filter((_, n) => n % 2 === 0)) await bed.addLines(id, [line("needle")]);
    const [first, , third, , fifth, , last] = ids;
    const one = await bed.scan("needle", { limit: 2 });
    expect(one).toMatchObject({ found: [last, fifth], scanned: 3, candidates: 7, timedOut: false });
    const two = await bed.scan("needle", { limit: 2, after: one.next });
    expect(two).toMatchObject({ found: [third, first], scanned: 4, candidates: 7, next: null });
  });

  it("skips what the index rules out, and counts it as checked", async () => {
    await using bed = await openSearchBed();
    const ids = Array.from({ length: 12 }, () => bed.addSession());
    const [, , third, , , sixth, seventh] = ids;
    for (const id of ids) {
      const isSought = id === third || id === seventh;
      await bed.addLines(id, [line(isSought ? "a needle" : "hay")], id % 2 === 0);
    }
    await bed.index();
    const one = await bed.scan("needle", { limit: 1 });
    expect(one).toMatchObject({ found: [seventh], scanned: 6, candidates: 12, next: { id: seventh } });
    await bed.addLines(sixth ?? 0, [line("a needle")]);
    const two = await bed.scan("needle", { limit: 1, after: one.next });
    expect(two).toMatchObject({ found: [sixth], scanned: 1, next: { id: sixth } });
    const three = await bed.scan("needle", { after: two.next });
    expect(three).toMatchObject({ found: [third], scanned: 5, candidates: 12, timedOut: false, next: null });
    expect(await bed.scan("no such thing")).toMatchObject({ found: [], scanned: 12, next: null });
  });

  it("checks at least one session, whatever the time", async () => {
    await using bed = await openSearchBed();
    const ids = [bed.addSession(), bed.addSession()];
    const one = await bed.scan("needle", { budgetMs: 0 });
    expect(one).toMatchObject({ found: [], scanned: 1, timedOut: true, next: { id: ids[1] } });
    const two = await bed.scan("needle", { budgetMs: 0, after: one.next });
    expect(two).toMatchObject({ scanned: 1, timedOut: false, next: null });
  });

  it("orders sessions with the same creation time by id", async () => {
    await using bed = await openSearchBed();
    const ids = [1, 2, 3].map(() => bed.addSession({ createdAt: 5, title: "needle" }));
    const one = await bed.scan("needle", { limit: 1 });
    expect(one.found).toEqual([ids[2]]);
    expect((await bed.scan("needle", { after: one.next })).found).toEqual([ids[1], ids[0]]);
  });

  it("returns what it has found when it is canceled", async () => {
    await using bed = await openSearchBed();
    for (let n = 0; n < 400; n++) await bed.addLines(bed.addSession(), [line(`${"hay ".repeat(20_000)}`)]);
    const result = await bed.scanCanceled("needle");
    expect(result.scanned).toBeLessThan(400);
    expect(result).toMatchObject({ timedOut: false, next: { id: expect.any(Number) } });
  });
});

describe("the index", () => {
  it("forgets a session that was deleted", async () => {
    await using bed = await openSearchBed();
    const [gone, kept] = [bed.addSession(), bed.addSession()];
    for (const id of [gone, kept]) {
      await bed.addLines(id, [line("sealed zebra")], true);
      await bed.addLines(id, [line("tail zebra")]);
    }
    await bed.index();
    expect(indexed(bed, "zeb")).toBe(4);
    bed.database.sql.prepare("DELETE FROM sessions WHERE id = ?").run(gone);
    expect((await bed.scan("zebra")).found).toEqual([kept]);
    await bed.index();
    expect(indexed(bed, "zeb")).toBe(2);
  });

  it("indexes only new texts", async () => {
    await using bed = await openSearchBed();
    const id = bed.addSession();
    await bed.addLines(id, [line("zebra")], true);
    await bed.index();
    await bed.index();
    expect(indexed(bed, "zeb")).toBe(1);
    await bed.addLines(id, [line("zebra")]);
    await bed.index();
    await bed.addLines(id, [line("zebra")]);
    await bed.index();
    expect(indexed(bed, "zeb")).toBe(2);
  });

  it.each<[string, (file: string) => void]>([
    ["no database", (file) => writeFileSync(file, "nonsense ".repeat(1_000))],
    ["of another version", (file) => changeIndex(file, "PRAGMA user_version = 999")],
    ["damaged inside", (file) => changeIndex(file, `UPDATE texts_data SET block = ${noStructure}`)],
    ["damaged so that it seems huge", (file) => changeIndex(file, `UPDATE texts_data SET block = ${huge}`)],
    ["of another database", (file) => changeIndex(file, "UPDATE chunks SET text_bytes = 1")],
  ])("is rebuilt if it is %s", async (_title, damage) => {
    await using bed = await openSearchBed();
    const id = bed.addSession();
    await bed.addLines(id, [line("a zebra")], true);
    await bed.index();
    bed.closeEngine();
    damage(bed.indexFile);
    bed.reopen();
    expect((await bed.scan("a zebra")).found).toEqual([id]);
    await bed.index();
    expect((await bed.scan("a zebra")).found).toEqual([id]);
    expect(indexed(bed, "zeb")).toBe(1);
  });
});

/** Read as FTS5's list of segments this says more levels than there can be. */
const noStructure = `x'${"ff".repeat(10)}'`;
/** After four bytes of cookie: one level and one segment, of which the level says to have two thousand million. */
const huge = "x'000000010101000087ffffff7f'";

function changeIndex(file: string, statement: string): void {
  const sql = new Sqlite(file);
  sql.unsafeMode(true);
  sql.exec(statement);
  sql.close();
}
