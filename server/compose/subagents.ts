import type { SessionService } from "../domains/sessions/sessions/index.ts";
import { type SubagentService, subagentService } from "../domains/transcripts/subagents/index.ts";
import { largeLines, type TranscriptService } from "../domains/transcripts/transcripts/index.ts";
import type { ComposeDeps, Platform } from "./deps.ts";
import { lineRedaction } from "./line-redaction.ts";

export function composeSubagents(
  { database, clock, log }: ComposeDeps,
  { redactor, archive, runtimes, workers }: Platform,
  { sessions, transcripts }: { sessions: SessionService; transcripts: TranscriptService },
): SubagentService {
  const runtimeOf = (id: number): string => sessions.find(String(id)).agentRuntime;
  return subagentService({
    database,
    clock,
    log,
    sessionId: (reference) => sessions.find(reference).id,
    redact: (text) => redactor.redact(text),
    redactLine: lineRedaction(redactor, workers),
    largeLines: largeLines({ workers, runtimes, known: redactor.known }),
    changed(sessionId) {
      transcripts.touch(sessionId);
      archive.touch();
    },
    runtimeOf,
    readerOf: (id) => transcripts.readerOf({ id, runtime: runtimeOf(id) }),
    workers,
  });
}
