import { redactJsonLine } from "../lib/redaction/index.ts";
import type { RefreshingRedactor } from "../redactor.ts";
import type { WorkerPool } from "../workers/pool.ts";

/** Scanned within some 5 ms; a longer line is redacted on another thread. */
const largeLength = 512 * 1024;
const worker = new URL("../workers/redaction-worker.ts", import.meta.url);

/** Redacts lines of transcripts, however long, in no more than a moment of this thread's time. */
export const lineRedaction =
  (redactor: Pick<RefreshingRedactor, "redact" | "known">, workers: Pick<WorkerPool, "run">) =>
  (line: string): string | Promise<string> =>
    line.length <= largeLength
      ? redactJsonLine(redactor, line)
      : workers.run<string>({ file: worker, name: "redactLine", input: { line, known: redactor.known() } });
