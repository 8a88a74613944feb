import { readDatabase } from "../../../db/read-only.ts";
import { transcriptReaders } from "../../../runtimes/transcript-readers.ts";
import { insideString, piecesOf } from "../../../workers/pieces.ts";
import { transferring } from "../../../workers/transfer.ts";
import { type PictureOf, plainReader } from "../../transcripts/transcripts/index.ts";
import type { SubagentTranscript } from "./model.ts";
import { linesOf } from "./parts.ts";
import { rawParts, subagentReads } from "./reads.ts";
import { partReads } from "./store.ts";

/** `picture` is bytes, or nothing where there is none; the others are whole answers, which begin with the agent. */
export type LargeSubagentRead = { agent: SubagentTranscript; runtime: string } & (
  | { kind: "transcript" }
  | { kind: "timeline"; from: number }
  | { kind: "picture"; picture: PictureOf }
);

/** What was asked for, as UTF-8 in pieces. */
export function read({ file, ...wanted }: LargeSubagentRead & { file: string }): Uint8Array[] {
  const lines = linesOf(readDatabase(file, (sql) => partReads(sql).parts(wanted.agent.id)));
  const reads = subagentReads(lines, transcriptReaders.get(wanted.runtime) ?? plainReader);
  const pieces =
    wanted.kind === "picture"
      ? [reads.picture(wanted.picture) ?? []].flat()
      : piecesOf(
          wanted.kind === "transcript"
            ? withTranscript(wanted.agent, lines)
            : [JSON.stringify({ subagent_transcript: wanted.agent, ...reads.timeline(wanted.from) })],
        );
  return transferring(
    pieces,
    pieces.map(({ buffer }) => buffer),
  );
}

function* withTranscript(agent: SubagentTranscript, lines: readonly string[]): Generator<string> {
  const empty = JSON.stringify({ subagent_transcript: { ...agent, transcript: "" } });
  yield empty.slice(0, -3);
  yield* insideString(rawParts(lines));
  yield empty.slice(-3);
}
