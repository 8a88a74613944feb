import type { Sql } from "../../../db/open.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import { type ArchivedSession, archivedSessions, joinableSessions } from "../../sessions/sessions/queries.ts";
import { archivedSubagents, subagentsStamp } from "../../transcripts/subagents/queries.ts";
import { transcriptText, transcriptUpdatedAt } from "../../transcripts/transcripts/queries.ts";

/** A file of the archive, its content in pieces. */
export interface ArchivedFile {
  name: string;
  pieces: Buffer[];
}

export type ArchiveSource = ReturnType<typeof archiveSource>;

/** What goes into the archive, on a connection of the worker thread that only reads. */
export function archiveSource(sql: Sql) {
  const stamps = sql.prepare<[], [number, string]>(`
    SELECT id, updated_at || '.' || COALESCE(${transcriptUpdatedAt("s.id")}, 0) || '.' || ${subagentsStamp("s.id")}
    FROM ${joinableSessions} s ORDER BY id`);
  const session = archivedSessions(sql);
  const transcript = transcriptText(sql);
  const subagents = archivedSubagents(sql);

  const filesOf = sql.transaction((id: number): ArchivedFile[] => {
    const row = session(id);
    if (!row) return [];
    const own = { name: `sessions/${id}.json`, pieces: piecesOf(sessionFacts(row), transcript(id)) };
    const theirs = subagents.list(id).map(({ id: subagentId, ...facts }) => ({
      name: `sessions/${id}/subagent_transcripts/${encodeURIComponent(facts.agent_id)}.json`,
      pieces: piecesOf(facts, subagents.text(subagentId)),
    }));
    return [own, ...theirs];
  });

  return {
    /** By session: a stamp that changes with anything of the session that is archived. */
    stamps: (): Map<number, string> => new Map(stamps.raw().all()),
    /** Empty once the session is deleted. */
    filesOf,
  };
}

const sessionFacts = (row: ArchivedSession): object => ({
  ...row,
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
  archived_at: instantOrNull(row.archived_at),
});

/** A JSON object of these facts and the transcript, which may be longer than a string can be. */
function piecesOf(facts: object, transcript: Iterable<string>): Buffer[] {
  const pieces = [Buffer.from(`${JSON.stringify(facts).slice(0, -1)},"transcript":"`)];
  for (const text of transcript) pieces.push(Buffer.from(JSON.stringify(text).slice(1, -1)));
  return [...pieces, Buffer.from('"}')];
}
