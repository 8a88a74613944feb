import { transcript as claudeTranscript } from "./claude-code/transcript.ts";
import { codexTranscript } from "./codex/transcript.ts";
import { piTranscript } from "./pi/transcript.ts";
import type { TranscriptReader } from "./runtime.ts";

/** The readers of every registered runtime, for a worker thread: without what starts an agent. */
export const transcriptReaders: ReadonlyMap<string, TranscriptReader> = new Map([
  ["claude_code", claudeTranscript],
  ["codex", codexTranscript],
  ["pi", piTranscript],
]);
