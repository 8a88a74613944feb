import { Encoded } from "../../../http/mount.ts";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { PictureOf } from "../transcripts/index.ts";
import type { SubagentTranscript } from "./model.ts";
import { linesOf } from "./parts.ts";
import type { LargeSubagentRead } from "./reading-worker.ts";
import type { SubagentRow, SubagentStore } from "./store.ts";
import { jsonlPieces, subagentTimeline } from "./timeline.ts";
import { subagentView } from "./view.ts";

/** Up to this size, decompressing and serializing takes a few ms; larger transcripts are read on another thread. */
const largeBytes = 512 * 1024;
const worker = new URL("./reading-worker.ts", import.meta.url);

export interface ReadingDeps {
  /** The runtime that wrote the session's transcripts. */
  runtimeOf(sessionId: number): string;
  readerOf(sessionId: number): TranscriptReader;
  workers: Pick<WorkerPool, "run">;
}

type ReadRequest =
  | { kind: "transcript" }
  | { kind: "timeline"; from: number }
  | { kind: "picture"; picture: PictureOf };

/** Reads one subagent for the API; a long transcript is read on another thread. */
export function subagentReading(
  deps: ReadingDeps & { database: { sql: { name: string } } },
  store: SubagentStore,
  find: (reference: string, id: number) => SubagentRow,
) {
  const isLarge = ({ id }: SubagentRow): boolean => store.textBytes(id) > largeBytes;

  function readOnWorker(row: SubagentRow, wanted: ReadRequest): Promise<Uint8Array[]> {
    const of = { agent: subagentView(row), runtime: deps.runtimeOf(row.sessionId) };
    const input: LargeSubagentRead & { file: string } = { ...wanted, ...of, file: deps.database.sql.name };
    return deps.workers.run({ file: worker, name: "read", input });
  }

  const timelineOf = (row: SubagentRow) =>
    subagentTimeline(linesOf(store.parts(row.id)), deps.readerOf(row.sessionId));

  return {
    /** E42. */
    async show(
      reference: string,
      id: number,
      withTranscript: boolean,
    ): Promise<{ subagent_transcript: SubagentTranscript } | Encoded> {
      const row = find(reference, id);
      if (!withTranscript) return { subagent_transcript: subagentView(row) };
      if (isLarge(row)) return new Encoded(await readOnWorker(row, { kind: "transcript" }));
      const transcript = [...jsonlPieces(linesOf(store.parts(row.id)))].join("");
      return { subagent_transcript: { ...subagentView(row), transcript } };
    },

    async timeline(reference: string, id: number, from: number) {
      const row = find(reference, id);
      if (isLarge(row)) return new Encoded(await readOnWorker(row, { kind: "timeline", from }));
      return { subagent_transcript: subagentView(row), ...timelineOf(row).page(from) };
    },

    /** Returns the bytes of a picture; null if it does not exist. */
    async picture(reference: string, id: number, wanted: PictureOf): Promise<Uint8Array | null> {
      const row = find(reference, id);
      if (!isLarge(row)) return timelineOf(row).picture(wanted);
      return (await readOnWorker(row, { kind: "picture", picture: wanted }))[0] ?? null;
    },
  };
}
