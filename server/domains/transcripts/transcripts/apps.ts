import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { parseLine } from "./line-value.ts";
import type { PictureOf } from "./pictures.ts";
import { linesBetween, readLine, type StoredLine } from "./reading.ts";
import type { TranscriptStore } from "./store.ts";

/** An app on a stored line, with the tool whose result it is. */
export interface FoundApp {
  tool: string;
  html: string;
}

interface Source {
  store: TranscriptStore;
  reader: TranscriptReader;
  id: number;
}

/** A page this long is larger than any app should be. */
const mostCharacters = 1_000_000;
/** A result follows its call at once, but calls that run together come before all their results. */
const linesAtOnce = 50;
const mostLinesBack = 1_000;

/** The app of an event, numbered like its pictures; null if there is none, or if the call that returned it is unknown. */
export function findApp(source: Source, { line, position, number }: PictureOf): FoundApp | null {
  const { store, reader, id } = source;
  const [found] = linesBetween(store, { id, from: line, to: line + 1 });
  if (!found) return null;
  const { events } = readLine(found, reader);
  const counts = events.map((event) => (event.type === "tool_result" ? (event.apps ?? 0) : 0));
  const event = events[position];
  if (event?.type !== "tool_result" || number >= (counts[position] ?? 0)) return null;
  const before = counts.slice(0, position).reduce((sum, count) => sum + count, 0);
  const app = reader.apps?.(parseLine(found.line))[before + number];
  if (app === undefined || app.html.length > mostCharacters) return null;
  const tool = toolOf(source, { callId: event.callId, line });
  return tool === null ? null : { tool, html: app.html };
}

/** The tool of the call with this id, on the line or before it. */
function toolOf({ store, reader, id }: Source, of: { callId: string; line: number }): string | null {
  if (of.callId === "") return null;
  const stored = JSON.stringify(of.callId).slice(1, -1);
  const namedOn = (line: StoredLine): string[] =>
    line.line.includes(stored)
      ? readLine(line, reader).events.flatMap((event) =>
          event.type === "tool_call" && event.callId === of.callId ? [event.name] : [],
        )
      : [];
  for (let to = of.line + 1; to > Math.max(0, of.line - mostLinesBack); to -= linesAtOnce) {
    const lines = linesBetween(store, { id, from: Math.max(0, to - linesAtOnce), to });
    const name = lines.toReversed().flatMap(namedOn)[0];
    if (name !== undefined) return name;
  }
  return null;
}
