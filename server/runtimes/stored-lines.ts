import { isObject } from "../lib/json.ts";
import { oversizedType } from "../lib/oversized-line.ts";
import type { TranscriptReader } from "./runtime.ts";
import { withSentCommands } from "./sent-commands.ts";
import { text as words } from "./text.ts";
import type { TimelineEvent } from "./timeline.ts";
import { withUnsentPrompts } from "./unsent-prompts.ts";

/** Adds what is read alike for every CLI: lines that stand for ones that were not kept, prompts that nobody sent, and commands. */
export function withStoredLines(ofCli: TranscriptReader): TranscriptReader {
  const reader = withUnsentPrompts(withSentCommands(ofCli));
  return {
    ...reader,
    keeps: (line) => isOversized(line) || reader.keeps(line),
    events: (line) => (isOversized(line) ? [noticeOf(line)] : reader.events(line)),
    isPrompt: (line, text) => !isOversized(line) && reader.isPrompt(line, text),
  };
}

type Oversized = Readonly<Record<string, unknown>> & { type: typeof oversizedType };

const isOversized = (line: unknown): line is Oversized => isObject(line) && line["type"] === oversizedType;

function noticeOf({ bytes, text, lost }: Oversized): TimelineEvent {
  if (lost !== undefined)
    return { type: "notice", text: words.linesLost(typeof lost === "number" ? lost : null) };
  const megabytes = (Number(bytes) / 1e6).toFixed(1);
  return { type: "notice", text: words.lineLeftOut({ megabytes, beginning: String(text) }) };
}
