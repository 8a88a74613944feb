import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTranscriptBed, type Said, type TranscriptBed } from "./transcript-test-bed.ts";

/** One line in three is a thought; every line is long enough that a few hundred make several chunks. */
const mixed = (count: number): Said[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: (["user", "assistant", "thought"] as const)[n % 3] ?? "user",
    text: `${n} ${"word ".repeat(80)}`,
  }));

async function fill(bed: TranscriptBed, lines: readonly Said[]): Promise<void> {
  await bed.write(lines);
  await bed.ingest();
}

const page = { limit: 50, contentLimit: 4_000 };

describe("conversation", () => {
  /** Every message with its line, as a reader of the whole file would list them. */
  const naive = (lines: readonly Said[]) =>
    lines.flatMap(({ kind, text }, index) => (kind === "thought" ? [] : [{ text, index }]));

  it("returns the same page as a reader of the whole file, wherever chunks end", async () => {
    await using bed = await openTranscriptBed();
    const lines = mixed(700);
    await fill(bed, lines);
    const all = naive(lines);
    const position = fc.integer({ min: -5, max: all.length + 5 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.option(position, { nil: undefined }),
        (limit, before) => {
          const end = Math.min(Math.max(before ?? all.length, 0), all.length);
          const start = Math.max(0, end - limit);
          const answer = bed.transcripts.conversation(bed.of, { limit, before, contentLimit: 4_000 });
          expect([answer.total, answer.first_position]).toEqual([all.length, start]);
          expect(
            answer.messages.map(({ content, transcript_index }) => ({
              text: content,
              index: transcript_index,
            })),
          ).toEqual(all.slice(start, end));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("reads from the end to the beginning without a gap or a repeat", async () => {
    await using bed = await openTranscriptBed();
    const lines = mixed(500);
    await fill(bed, lines);
    const read: number[] = [];
    let before: number | undefined;
    do {
      const answer = bed.transcripts.conversation(bed.of, { ...page, limit: 37, before });
      read.unshift(...answer.messages.map(({ transcript_index }) => transcript_index));
      before = answer.first_position;
    } while (before > 0);
    expect(read).toEqual(naive(lines).map(({ index }) => index));
  });

  it("reports when content was cut", async () => {
    await using bed = await openTranscriptBed();
    await fill(bed, [{ kind: "user", text: "x".repeat(11) }]);
    expect(bed.transcripts.conversation(bed.of, { ...page, contentLimit: 10 })).toMatchObject({
      truncated: true,
    });
    expect(bed.transcripts.conversation(bed.of, { ...page, contentLimit: 11 })).toMatchObject({
      truncated: false,
    });
  });

  it("is empty for a session without a transcript", async () => {
    await using bed = await openTranscriptBed();
    expect(bed.transcripts.conversation(bed.of, page)).toEqual({
      messages: [],
      total: 0,
      first_position: 0,
      truncated: false,
    });
  });
});

describe("timeline", () => {
  it.each<[string, { from?: number; to?: number; limit: number }, [number, number]]>([
    ["the newest lines when nothing is said", { limit: 300 }, [300, 600]],
    ["the lines from one on", { from: 100, limit: 50 }, [100, 150]],
    ["the lines before one", { to: 100, limit: 50 }, [50, 100]],
    ["a span", { from: 10, to: 20, limit: 50 }, [10, 20]],
    ["the end of a span that is too long", { from: 0, to: 600, limit: 50 }, [550, 600]],
    ["what there is of a span past the end", { from: 590, to: 900, limit: 50 }, [590, 600]],
    ["nothing from the end on", { from: 600, limit: 50 }, [600, 600]],
    ["nothing far beyond the end", { from: 900, limit: 50 }, [600, 600]],
    ["nothing of a span the wrong way round", { from: 30, to: 20, limit: 50 }, [20, 20]],
    ["nothing before the first line", { to: 0, limit: 50 }, [0, 0]],
    ["the first lines", { to: 3, limit: 50 }, [0, 3]],
  ])("gives %s", async (_title, range, [from, to]) => {
    await using bed = await openTranscriptBed();
    await fill(bed, mixed(600));
    const answer = bed.transcripts.timeline(bed.of, range);
    expect([answer.from, answer.to, answer.line_count]).toEqual([from, to, 600]);
    expect(answer.entries.map(({ index }) => index)).toEqual(
      Array.from({ length: to - from }, (_, at) => from + at),
    );
  });
});

describe("the whole transcript", () => {
  it("is null as text and empty as lines while there is no transcript", async () => {
    await using bed = await openTranscriptBed();
    expect([bed.transcripts.text(bed.of), bed.transcripts.raw(1)]).toEqual([null, ""]);
  });

  it("has a section for each entry", async () => {
    await using bed = await openTranscriptBed();
    await fill(bed, [
      { kind: "user", text: "Begin" },
      { kind: "thought", text: "Hm" },
      { kind: "assistant", text: "Done" },
    ]);
    expect(bed.transcripts.text(bed.of)).toBe(
      "## User\n\nBegin\n\n## Thinking\n\nHm\n\n## Assistant\n\nDone\n",
    );
  });

  it("is deleted with the session", async () => {
    await using bed = await openTranscriptBed();
    await fill(bed, mixed(600));
    bed.database.sql.exec("DELETE FROM sessions");
    const left = ["transcripts", "transcript_tail", "transcript_chunks"].map((table) =>
      bed.database.sql.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get(),
    );
    expect(left).toEqual([0, 0, 0]);
  });

  it("shows the lines of a runtime that is no longer registered unchanged", async () => {
    await using bed = await openTranscriptBed();
    await fill(bed, [{ kind: "user", text: "Begin" }]);
    const [entry] = bed.transcripts.timeline({ id: 1, runtime: "gone" }, { limit: 9 }).entries;
    expect(entry?.event).toMatchObject({ type: "system", detail: { text: "Begin" } });
  });
});

describe("search", () => {
  it("finds the lines with the text in all chunks, from a line on and of the requested kinds", async () => {
    await using bed = await openTranscriptBed();
    const lines = mixed(700);
    lines[3] = { kind: "user", text: 'Say "NEEDLE"\nand\tmore' };
    lines[601] = { kind: "assistant", text: "the needle again" };
    lines[602] = { kind: "thought", text: "needle" };
    await fill(bed, lines);
    const found = (text: string, over: { from?: number; types?: ReadonlySet<string> } = {}) =>
      bed.transcripts.search(bed.of, { text, from: 0, ...over }).lines;
    expect(found("needle")).toEqual([3, 601, 602]);
    expect(found('"needle"\nAND\tmore')).toEqual([3]);
    expect(found("needle", { from: 4 })).toEqual([601, 602]);
    expect(found("needle", { types: new Set(["thinking"]) })).toEqual([602]);
    expect(found("haystack")).toEqual([]);
    // The names of the stored fields are nobody's words.
    expect(found('"kind"')).toEqual([]);
  });

  it("reports when there are more than the limit", async () => {
    await using bed = await openTranscriptBed();
    await fill(
      bed,
      Array.from({ length: 10_001 }, () => ({ kind: "user" as const, text: "again" })),
    );
    const { lines, truncated } = bed.transcripts.search(bed.of, { text: "again", from: 0 });
    expect([lines.length, truncated]).toEqual([10_000, true]);
  });
});

it("lists the prompts with their lines", async () => {
  await using bed = await openTranscriptBed();
  await fill(bed, mixed(7));
  const { prompts, line_count } = bed.transcripts.prompts(bed.of);
  expect([prompts.map(({ index }) => index), line_count]).toEqual([[0, 3, 6], 7]);
  expect(prompts[1]?.text.startsWith("3 word")).toBe(true);
});
