import type { KnownSecret } from "../../../lib/redaction/index.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import { largeLineLength } from "./line-value.ts";
import type { LargeLines } from "./taken-line.ts";
import type { LineToTake } from "./taking-worker.ts";

const worker = new URL("./taking-worker.ts", import.meta.url);

/** Reads and redacts the large lines of the registered runtimes on other threads. */
export function largeLines(deps: {
  workers: Pick<WorkerPool, "run">;
  runtimes: readonly { id: string; transcript: TranscriptReader }[];
  known(): readonly KnownSecret[];
}): LargeLines {
  const ids = new Map(deps.runtimes.map(({ id, transcript }) => [transcript, id]));
  return (text, { reader, prompt }) => {
    const runtime = ids.get(reader);
    if (runtime === undefined || text.length <= largeLineLength) return undefined;
    const input: LineToTake = { text, runtime, prompt, known: deps.known() };
    return deps.workers.run({ file: worker, name: "take", input });
  };
}
