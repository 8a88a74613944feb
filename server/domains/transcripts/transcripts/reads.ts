import { cutCharacters } from "../../../lib/character-rules.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { type FoundApp, findApp } from "./apps.ts";
import { boundedLines } from "./bounded-lines.ts";
import { parseLine } from "./line-value.ts";
import type { ConversationMessage, TimelineEntry, TimelineMatches, TimelinePrompt } from "./model.ts";
import { type OpenCall, openCalls } from "./open-calls.ts";
import { type HeldPictures, linePicture, type PictureOf, picturesIn } from "./pictures.ts";
import { eachLine, linesBetween, messagesBetween, readLine, type StoredLine } from "./reading.ts";
import { type ReadLine, renderEvent, searchedText, timelineEntries } from "./rules.ts";
import type { TranscriptStore } from "./store.ts";

export interface TranscriptOf {
  id: number;
  runtime: string;
}

export interface TimelineRange {
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
}

export interface TimelineSearch {
  text: string;
  /** Only these kinds of events; all by default. */
  types?: ReadonlySet<string> | undefined;
  /** Only lines from this one on. */
  from: number;
}

/** Lines from the end among which an agent that was cut off left its last calls. */
const lastLines = 300;
/** More matches than a person steps through. */
const mostMatches = 10_000;
const mostPrompts = 2_000;
const mostPictures = 500;
/** Characters of a prompt in the outline. */
const promptHead = 200;

export interface ConversationPage {
  limit: number;
  before?: number | undefined;
  /** Characters of one content. */
  contentLimit: number;
  /** Shortens large lines first, for what reads unasked. */
  bounded?: boolean;
}

/** For a session whose runtime is no longer registered: its lines are shown as they are. */
export const plainReader: TranscriptReader = {
  keeps: () => true,
  events: (line) => [{ type: "system", subtype: "unknown runtime", detail: line }],
  isPrompt: () => false,
};

/** Every way to read stored transcripts, on any thread. Lines are redacted; `of` is a session and the runtime of its lines. */
export interface TranscriptReads {
  readerOf(of: TranscriptOf): TranscriptReader;
  lineCount(sessionId: number): number;
  /** Ids of the sessions with a transcript, oldest first. */
  written(): number[];
  lines(sessionId: number): Promise<string[]>;
  /** With the large lines shortened, for what runs unasked. */
  boundedLines(sessionId: number, from: number, limit: number): Promise<string[]>;
  /** The stored JSONL, whole. */
  raw(sessionId: number): string;
  /** The stored JSONL, line by line. */
  rawParts(sessionId: number): Generator<string>;
  /** The transcript as readable text; null if there is no transcript. */
  text(of: TranscriptOf): string | null;
  textParts(of: TranscriptOf): Generator<string>;
  /** The lines of a range as timeline entries. */
  timeline(
    of: TranscriptOf,
    range: TimelineRange,
  ): { entries: TimelineEntry[]; from: number; to: number; line_count: number };
  /** The same with the large lines shortened, for what runs unasked. */
  boundedTimeline(of: TranscriptOf, range: TimelineRange): Promise<ReturnType<TranscriptReads["timeline"]>>;
  /** The tool calls of the newest turn that have no result. */
  openCalls(of: TranscriptOf): Promise<OpenCall[]>;
  /** Lines with an event that contains the text, ignoring case. */
  search(of: TranscriptOf, search: TimelineSearch): TimelineMatches;
  /** The beginnings of the prompts, oldest first. */
  prompts(of: TranscriptOf): { prompts: TimelinePrompt[]; line_count: number; truncated: boolean };
  /** The entries with pictures, oldest first. */
  pictures(of: TranscriptOf): { pictures: HeldPictures[]; line_count: number; truncated: boolean };
  /** The bytes of a picture; null if there is none. */
  picture(of: TranscriptOf, wanted: PictureOf): Uint8Array<ArrayBuffer> | null;
  /** An app, with the tool that returned it; null if there is none. */
  app(of: TranscriptOf, wanted: PictureOf): FoundApp | null;
  /** A page of what the person and the agent wrote to each other. */
  conversation(
    of: TranscriptOf,
    page: ConversationPage,
  ): { messages: ConversationMessage[]; total: number; first_position: number; truncated: boolean };
}

export function transcriptReads(deps: {
  store: TranscriptStore;
  /** By runtime id. */
  readers: ReadonlyMap<string, TranscriptReader>;
}): TranscriptReads {
  const { store } = deps;
  const readerOf = ({ runtime }: TranscriptOf): TranscriptReader => deps.readers.get(runtime) ?? plainReader;
  const lineCount = (sessionId: number): number => store.head(sessionId)?.lineCount ?? 0;

  function* rawParts(sessionId: number): Generator<string> {
    for (const { line } of eachLine(store, sessionId)) yield `${line}\n`;
  }

  function* textParts(of: TranscriptOf): Generator<string> {
    let between = "";
    for (const line of eachLine(store, of.id)) {
      for (const event of readLine(line, readerOf(of)).events) {
        yield between + renderEvent(event);
        between = "\n";
      }
    }
  }

  return {
    readerOf,
    lineCount,
    rawParts,
    textParts,

    lines: async (sessionId) =>
      linesBetween(store, { id: sessionId, from: 0, to: lineCount(sessionId) }).map(({ line }) => line),

    written: () => store.written(),

    async boundedLines(id, from, limit) {
      const lines = await boundedLines(store, { id, from, to: Math.min(from + limit, lineCount(id)) });
      return lines.map(({ line }) => line);
    },

    raw: (sessionId) => [...rawParts(sessionId)].join(""),

    text: (of) => (lineCount(of.id) === 0 ? null : [...textParts(of)].join("")),

    timeline(of, range) {
      const count = lineCount(of.id);
      const { from, to } = linesOfRange(range, count);
      const entries = linesBetween(store, { id: of.id, from, to }).flatMap((line) =>
        timelineEntries(readLine(line, readerOf(of))),
      );
      return { entries, from, to, line_count: count };
    },

    async boundedTimeline(of, range) {
      const count = lineCount(of.id);
      const { from, to } = linesOfRange(range, count);
      const lines = await boundedLines(store, { id: of.id, from, to });
      const entries = lines.flatMap((line) => timelineEntries(readLine(line, readerOf(of))));
      return { entries, from, to, line_count: count };
    },

    async openCalls(of) {
      const to = lineCount(of.id);
      const reader = readerOf(of);
      const lines = await boundedLines(store, { id: of.id, from: Math.max(0, to - lastLines), to });
      const events = lines.flatMap(({ line }) => {
        const value = parseLine(line);
        return isOfSubagent(value, reader) ? [] : reader.events(value);
      });
      return openCalls(events, (result) => reader.isGivenUp?.(result) ?? false);
    },

    picture(of, wanted) {
      const [found] = linesBetween(store, { id: of.id, from: wanted.line, to: wanted.line + 1 });
      return found ? linePicture(found.line, readerOf(of), wanted) : null;
    },

    app: (of, wanted) => findApp({ store, reader: readerOf(of), id: of.id }, wanted),

    ...wholeReads(store, readerOf),

    conversation(of, page) {
      const total = store.head(of.id)?.messageCount ?? 0;
      const { start, end } = positionsOfPage(page, total);
      const found = messagesBetween(
        { store, reader: readerOf(of), id: of.id },
        { start, end, total, contentLimit: page.contentLimit, bounded: page.bounded },
      );
      return {
        messages: found.map(({ message }) => message),
        total,
        first_position: start,
        truncated: found.some(({ cut }) => cut),
      };
    },
  };
}

/** Earlier versions of Claude Code have their subagents' lines among those of the agent itself. */
const isOfSubagent = (value: unknown, reader: TranscriptReader): boolean =>
  (reader.thread?.(value).agent ?? "") !== "";

/** The reads that go through every line. */
function wholeReads(
  store: TranscriptStore,
  readerOf: (of: TranscriptOf) => TranscriptReader,
): Pick<TranscriptReads, "search" | "pictures" | "prompts"> {
  const countOf = ({ id }: TranscriptOf): number => store.head(id)?.lineCount ?? 0;
  function* readLines(of: TranscriptOf): Generator<ReadLine> {
    for (const line of eachLine(store, of.id)) yield readLine(line, readerOf(of));
  }
  return {
    search(of, { text, types, from }) {
      const wanted = text.toLowerCase();
      // Most lines are ruled out unparsed.
      const stored = JSON.stringify(wanted).slice(1, -1);
      const says = (line: StoredLine): boolean =>
        line.line.toLowerCase().includes(stored) &&
        readLine(line, readerOf(of)).events.some(
          (event) => types?.has(event.type) !== false && searchedText(event).toLowerCase().includes(wanted),
        );
      const lines: number[] = [];
      const count = countOf(of);
      for (const line of eachLine(store, of.id, from)) {
        if (!says(line)) continue;
        if (lines.length === mostMatches) return { lines, line_count: count, truncated: true };
        lines.push(line.index);
      }
      return { lines, line_count: count, truncated: false };
    },

    pictures(of) {
      const pictures = picturesIn(readLines(of));
      const truncated = pictures.length > mostPictures;
      return { pictures: pictures.slice(-mostPictures), line_count: countOf(of), truncated };
    },

    prompts(of) {
      const prompts: TimelinePrompt[] = [];
      for (const { index, timestamp, events } of readLines(of)) {
        for (const event of events) {
          if (event.type === "user")
            prompts.push({ index, timestamp, text: cutCharacters(event.text, promptHead) });
        }
      }
      const truncated = prompts.length > mostPrompts;
      return { prompts: prompts.slice(-mostPrompts), line_count: countOf(of), truncated };
    },
  };
}

/** The lines [from, to) of a range, of `count` in all. */
export function linesOfRange(range: TimelineRange, count: number): { from: number; to: number } {
  const to = Math.min(range.to ?? (range.from === undefined ? count : range.from + range.limit), count);
  const from = Math.min(Math.max(range.from ?? to - range.limit, to - range.limit, 0), to);
  return { from, to };
}

/** The positions [start, end) of a page, of `total` in all. */
export function positionsOfPage(page: ConversationPage, total: number): { start: number; end: number } {
  const end = Math.min(Math.max(page.before ?? total, 0), total);
  return { start: Math.max(0, end - page.limit), end };
}
