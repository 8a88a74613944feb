import { isObject } from "../lib/json.ts";
import type { TranscriptReader } from "./runtime.ts";
import type { TimelineEvent } from "./timeline.ts";

/** The last member of a stored line with which a CLI did what a command asked of it; it has the command. */
export const commandMark = "signalbox_command";

/** The line as it is stored, with the command that its CLI wrote down nowhere. */
export function markCommand(line: string, command: string): string {
  const end = line.trimEnd();
  return end.endsWith("}") ? `${end.slice(0, -1)},"${commandMark}":${JSON.stringify(command)}}` : line;
}

function commandOn(line: unknown): string | null {
  const command = isObject(line) ? line[commandMark] : undefined;
  return typeof command === "string" ? command : null;
}

/** Shows the command before what came of it, for every CLI alike. */
export function withSentCommands(reader: TranscriptReader): TranscriptReader {
  return {
    ...reader,
    events(line) {
      const command = commandOn(line);
      const events = reader.events(line);
      if (command === null) return events;
      return [{ type: "user", text: command, images: 0 }, ...events.map(asAskedFor)];
    },
  };
}

const asAskedFor = (event: TimelineEvent): TimelineEvent =>
  event.type === "compaction" ? { ...event, trigger: "manual" } : event;
