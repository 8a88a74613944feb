import { asObject } from "../../../runtimes/json.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { commandMark, markCommand } from "../../../runtimes/sent-commands.ts";
import type { TimelineEvent } from "../../../runtimes/timeline.ts";
import { isMarked, unmarked } from "../../../runtimes/unsent-prompts.ts";
import { largeLineLength, parseBoundedLine, timestampOf } from "./line-value.ts";
import { isConversation } from "./rules.ts";

/** What is stored of a line of a CLI's file, and what else is known of it. */
export interface TakenLine {
  line: string;
  isMessage: boolean;
  /** The CLI's file has it as a prompt; whether anybody sent it is another question. */
  posesAsPrompt: boolean;
  /** The CLI recorded the awaited prompt with it. */
  isPrompt: boolean;
  /** The agent's texts as it wrote them, not redacted; "" for an error and for one that is too long to be compared. */
  answers: readonly string[];
  toolCalls: number;
  /** Epoch milliseconds. */
  at: number | null;
  tokens: number | null;
}

/** How a CLI's lines are read. */
export interface LineReading {
  reader: TranscriptReader;
  /** The prompt whose line is awaited. */
  prompt?: string | undefined;
}

/** Reads a large line on another thread, redacted; undefined for a line that is not large. */
export type LargeLines = (line: string, how: LineReading) => Promise<TakenLine | null> | undefined;

const longestAnswer = 64 * 1024;

/** R77: one event per line; null for blank lines, unparseable lines and the CLI's bookkeeping. Not redacted. */
export function takeLine(text: string, { reader, prompt }: LineReading): TakenLine | null {
  // An agent that writes the mark of the service itself hides nothing by it.
  const found = parseBoundedLine(text);
  const { raw, value: written } = isMarked(found.value)
    ? parseBoundedLine(unmarked(asObject(found.value)))
    : found;
  if (written === undefined || !reader.keeps(written)) return null;
  const command = prompt !== undefined && reader.isResultOf?.(written, prompt) === true ? prompt : null;
  const line = command === null ? raw : markCommand(raw, command);
  const value = command === null ? written : { ...asObject(written), [commandMark]: command };
  const events = reader.events(value);
  const timestamp = timestampOf(value);
  return {
    line,
    isMessage: isConversation(events),
    posesAsPrompt: events.some(({ type }) => type === "user"),
    isPrompt: command !== null || (prompt !== undefined && reader.isPrompt(value, prompt)),
    answers: answersOf(events),
    toolCalls: events.filter(({ type }) => type === "tool_call").length,
    at: timestamp === null ? null : Date.parse(timestamp) || null,
    tokens: reader.tokens?.(value) ?? null,
  };
}

function answersOf(events: readonly TimelineEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "assistant") return [event.text.length > longestAnswer ? "" : event.text];
    return event.type === "error" ? [""] : [];
  });
}

/** Redacts one JSON line, on another thread if it is large. */
type RedactLine = (line: string) => string | Promise<string>;

/** The lines that are kept, redacted, the large ones without a moment's work on this thread. */
export async function takeLines(
  lines: readonly string[],
  {
    redactLine,
    largeLines,
    ...how
  }: LineReading & { redactLine: RedactLine; largeLines?: LargeLines | undefined },
): Promise<TakenLine[]> {
  const taken: TakenLine[] = [];
  for (const text of lines) {
    const away = text.length > largeLineLength ? largeLines?.(text, how) : undefined;
    const read = away === undefined ? takeLine(text, how) : await away;
    if (read === null) continue;
    const redacted = away === undefined ? redactLine(read.line) : read.line;
    taken.push({ ...read, line: typeof redacted === "string" ? redacted : await redacted });
  }
  return taken;
}
