import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";
import {
  appendPage,
  decideCatchUp,
  holdsLine,
  prependPage,
  type TimelinePage,
  type TranscriptWindow,
  windowOf,
} from "./transcript-window.ts";

const line = (index: number): TimelineEntry => ({
  id: `${index}.0`,
  index,
  timestamp: null,
  event: { type: "assistant", text: `line ${index}`, model: null, stopReason: null },
});

const page = (from: number, to: number, lineCount = to): TimelinePage => ({
  entries: Array.from({ length: to - from }, (_, at) => line(from + at)),
  from,
  to,
  line_count: lineCount,
});

const held: TranscriptWindow = windowOf(page(10, 13));

describe("a window onto a transcript", () => {
  it("grows at its end", () => {
    const grown = appendPage(held, page(13, 15));
    expect([grown.from, grown.to, grown.entries.length]).toEqual([10, 15, 5]);
  });

  it("grows at its beginning", () => {
    const grown = prependPage(held, page(7, 10));
    expect(grown.entries.map(({ index }) => index)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(grown.from).toBe(7);
  });

  it("has no gaps and no repeated lines", () => {
    expect(appendPage(held, page(12, 15))).toBe(held);
    expect(appendPage(held, page(14, 15))).toBe(held);
    expect(prependPage(held, page(6, 9))).toBe(held);
  });

  it("is unchanged if nothing is new", () => {
    expect(appendPage(held, page(13, 13))).toBe(held);
    expect(prependPage(held, page(10, 10))).toBe(held);
  });

  it("drops the oldest lines once it is too long", () => {
    const grown = appendPage(windowOf(page(0, 20_000)), page(20_000, 20_001));
    expect(grown.entries).toHaveLength(10_000);
    expect(grown.from).toBe(grown.entries[0]?.index);
    expect(grown.to).toBe(20_001);
  });
});

describe("a window far from the end", () => {
  const back = windowOf(page(100, 300, 9_000));

  it("ignores new lines at the end until it reaches them", () => {
    expect([back.detached, decideCatchUp(back, 9_050)]).toEqual([true, "none"]);
    const nearer = appendPage(back, page(300, 600, 9_050));
    expect([nearer.detached, nearer.to]).toEqual([true, 600]);
    expect(appendPage(nearer, page(600, 700, 700)).detached).toBe(false);
  });

  it("has its own lines and differs from the window before it", () => {
    expect([99, 100, 299, 300].map((line) => holdsLine(back, line))).toEqual([false, true, true, false]);
    expect(windowOf(page(100, 300, 9_000)).generation).not.toBe(back.generation);
    expect(prependPage(back, page(50, 100)).generation).toBe(back.generation);
  });
});

describe("decideCatchUp", () => {
  it.each([
    ["does nothing when all is here", 13, "none"],
    ["fetches what is missing", 14, "append"],
    ["fetches up to three thousand lines", 3_013, "append"],
    ["begins at the end again when it is further behind", 3_014, "reload"],
    ["begins again when the transcript became shorter", 12, "reload"],
  ])("%s", (_title, lineCount, expected) => {
    expect(decideCatchUp(held, lineCount)).toBe(expected);
  });
});
