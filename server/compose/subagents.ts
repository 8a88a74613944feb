import type { ComposeDeps } from "../compose.ts";
import type { SessionService } from "../domains/sessions/index.ts";
import { type SubagentService, subagentService } from "../domains/subagents/index.ts";
import {
  linePicture,
  readLine,
  type TranscriptService,
  timelineEntries,
} from "../domains/transcripts/index.ts";
import { redactJsonLine } from "../lib/redaction/index.ts";
import type { Ground } from "./ground.ts";

export function composeSubagents(
  { database, clock, log }: ComposeDeps,
  { redactor, archive }: Ground,
  { sessions, transcripts }: { sessions: SessionService; transcripts: TranscriptService },
): SubagentService {
  const readerOf = (id: number) =>
    transcripts.readerOf({ id, runtime: sessions.find(String(id)).agentRuntime });
  return subagentService({
    database,
    clock,
    log,
    sessionId: (reference) => sessions.find(reference).id,
    redact: (text) => redactor.redact(text),
    redactLine: (line) => redactJsonLine(redactor, line),
    changed(sessionId) {
      transcripts.touch(sessionId);
      archive.touch();
    },
    pictureIn: (id, line, wanted) => linePicture(line, readerOf(id), wanted),
    entriesOf: (id, lines, from) => {
      const reader = readerOf(id);
      return lines.flatMap((line, at) => timelineEntries(readLine({ index: from + at, line }, reader)));
    },
  });
}
