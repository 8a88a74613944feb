import { isObject } from "../lib/json.ts";
import type { TranscriptReader } from "./runtime.ts";
import { commandMark } from "./sent-commands.ts";
import type { TimelineEvent } from "./timeline.ts";

/** The last member of a stored line that stands for a person's prompt and that nobody sent. */
const mark = "signalbox_unsent_prompt";
const member = `,"${mark}":true}`;

/** The line as it is stored if nobody sent its prompt. Of members with one name, a reader takes the last. */
export function markUnsent(line: string): string {
  const end = line.trimEnd();
  return end.endsWith("}") ? end.slice(0, -1) + member : line;
}

export const isUnsent = (line: unknown): boolean => isObject(line) && line[mark] === true;

/** The line without the service's marks: as its CLI wrote it, or would have without an agent that wrote a mark itself. */
export function withoutMarks(line: string): string {
  if (!line.includes(mark) && !line.includes(commandMark)) return line;
  const value: unknown = JSON.parse(line);
  return isObject(value) ? unmarked(value) : line;
}

/** The text of a line without the service's marks. */
export function unmarked(line: Readonly<Record<string, unknown>>): string {
  const { [mark]: _unsent, [commandMark]: _command, ...rest } = line;
  return JSON.stringify(rest);
}

/** Whether a line of a CLI's file has a mark, however that is written: no CLI writes one. */
export const isMarked = (line: unknown): boolean => isObject(line) && (mark in line || commandMark in line);

/** Shows the prompts that nobody sent as what they are, for every CLI alike. */
export function withUnsentPrompts(reader: TranscriptReader): TranscriptReader {
  return {
    ...reader,
    events: (line) => (isUnsent(line) ? reader.events(line).map(asUnsent) : reader.events(line)),
    isPrompt: (line, text) => !isUnsent(line) && reader.isPrompt(line, text),
  };
}

const asUnsent = (event: TimelineEvent): TimelineEvent =>
  event.type === "user" ? { type: "notice", text: event.text, unsent: true } : event;
