import { readDatabase } from "../../../db/read-only.ts";
import { transcriptReaders } from "../../../runtimes/facts.ts";
import { insideString, piecesOf } from "../../../workers/pieces.ts";
import { transferring } from "../../../workers/transfer.ts";
import { type PictureOf, plainReader } from "../transcripts/index.ts";
import type { SubagentTranscript } from "./model.ts";
import { linesOf } from "./parts.ts";
import { partReader } from "./queries.ts";
import { jsonlPieces, subagentTimeline } from "./timeline.ts";

/** `picture` returns its bytes, or nothing if it does not exist; the others return a whole response body. */
export type LargeSubagentRead = { agent: SubagentTranscript; runtime: string } & (
  | { kind: "transcript" }
  | { kind: "timeline"; from: number }
  | { kind: "picture"; picture: PictureOf }
);

/** Returns the requested data as pieces of UTF-8. */
export function read({ file, ...wanted }: LargeSubagentRead & { file: string }): Uint8Array[] {
  const lines = linesOf(readDatabase(file, (sql) => partReader(sql).parts(wanted.agent.id)));
  const timeline = subagentTimeline(lines, transcriptReaders.get(wanted.runtime) ?? plainReader);
  const pieces =
    wanted.kind === "picture"
      ? [timeline.picture(wanted.picture) ?? []].flat()
      : piecesOf(
          wanted.kind === "transcript"
            ? withTranscript(wanted.agent, lines)
            : [JSON.stringify({ subagent_transcript: wanted.agent, ...timeline.page(wanted.from) })],
        );
  return transferring(
    pieces,
    pieces.map(({ buffer }) => buffer),
  );
}

function* withTranscript(agent: SubagentTranscript, lines: readonly string[]): Generator<string> {
  const empty = JSON.stringify({ subagent_transcript: { ...agent, transcript: "" } });
  yield empty.slice(0, -3);
  yield* insideString(jsonlPieces(lines));
  yield empty.slice(-3);
}
