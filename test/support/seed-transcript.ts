import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDatabase } from "../../server/db/open.ts";
import { transcriptService } from "../../server/domains/transcripts/transcripts/index.ts";
import { systemClock } from "../../server/lib/clock.ts";
import { transcriptReaders } from "../../server/runtimes/facts.ts";
import type { RuntimeId } from "../../server/runtimes/runtime.ts";
import { silentLog } from "./database.ts";
import type { TestService } from "./service.ts";

/** Adds a transcript of `count` answers, starting with `Line 1.`, to a Claude Code session. */
export const seedTranscript = (service: TestService, sessionId: number, count: number): Promise<void> =>
  seedLines(
    service,
    sessionId,
    Array.from({ length: count }, (_, n) => answerLine(`Line ${n + 1}.`)),
  );

/** Adds these lines to a Claude Code session in the database of a running service, which does not notice. */
export const seedLines = (service: TestService, sessionId: number, lines: readonly object[]): Promise<void> =>
  seedConversation(service, { sessionId, runtime: "claude_code" }, lines);

/** The same for a session of any CLI. */
export async function seedConversation(
  service: TestService,
  { sessionId, runtime }: { sessionId: number; runtime: RuntimeId },
  lines: readonly object[],
): Promise<void> {
  const path = join(service.folder, `transcript-${sessionId}.jsonl`);
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const reader = transcriptReaders.get(runtime);
  if (!reader) throw new Error(`no reader for ${runtime}`);
  const database = openDatabase(join(service.folder, "data", "signalbox.db"), silentLog);
  try {
    const transcripts = transcriptService({
      database,
      clock: systemClock,
      readers: transcriptReaders,
      redactLine: (line) => line,
      changed: () => undefined,
    });
    await transcripts.ingest({ sessionId, home: dirname(path), path, reader });
  } finally {
    database.close();
  }
}

/** A line of a Claude Code transcript. */
export const answerLine = (text: string) => ({
  type: "assistant",
  timestamp: "2026-11-20T10:00:00.000Z",
  message: { role: "assistant", content: [{ type: "text", text }] },
});
