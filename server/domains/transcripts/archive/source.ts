import type { Sql } from "../../../db/open.ts";
import { type CompressedText, decompressText } from "../../../lib/compressed-text.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";

/** A file of the archive, its content in pieces. */
export interface ArchivedFile {
  name: string;
  pieces: Buffer[];
}

export type ArchiveSource = ReturnType<typeof archiveSource>;

interface Session {
  id: number;
  title: string;
  slug: string | null;
  status: string;
  prompt: string | null;
  git_root: string | null;
  branch: string;
  created_at: number;
  updated_at: number;
  archived_at: number | null;
  goal: string | null;
  mcp_servers: string;
}

interface Subagent {
  id: number;
  agent_id: string;
  [fact: string]: string | number | null;
}

/** What goes into the archive, on a connection of the worker thread that only reads. */
export function archiveSource(sql: Sql) {
  const stamps = sql.prepare<[], [number, string]>(`
    SELECT id, updated_at || '.' || COALESCE((SELECT updated_at FROM transcripts WHERE session_id = s.id), 0)
      || '.' || (SELECT COUNT(*) || '.' || COALESCE(MAX(updated_at), 0) FROM subagent_transcripts
        WHERE session_id = s.id AND source_offset >= 0)
    FROM sessions s ORDER BY id`);
  const session = sql.prepare<[number], Session>(`
    SELECT id, title, slug, status, prompt, git_root, branch, created_at, updated_at, archived_at, goal, mcp_servers
    FROM sessions WHERE id = ?`);
  const chunks = sql.prepare<[number], CompressedText>(
    "SELECT text_bytes AS textBytes, blob FROM transcript_chunks WHERE session_id = ? ORDER BY first_idx",
  );
  const tail = sql.prepare<[number], { line: string }>(
    "SELECT line FROM transcript_tail WHERE session_id = ? ORDER BY idx",
  );
  const subagents = sql.prepare<[number], Subagent>(`
    SELECT id, agent_id, tool_use_id, subagent_type, description, status, message_count, duration_ms, total_tokens,
      tool_use_count FROM subagent_transcripts WHERE session_id = ? AND source_offset >= 0 ORDER BY id`);
  const parts = sql.prepare<[number], CompressedText>(
    "SELECT text_bytes AS textBytes, blob FROM subagent_parts WHERE subagent_id = ? ORDER BY idx",
  );

  function* transcript(id: number): Generator<string> {
    for (const chunk of chunks.iterate(id)) yield `${decompressText(chunk).toString("utf8")}\n`;
    for (const { line } of tail.iterate(id)) yield `${line}\n`;
  }

  function* subagentTranscript(id: number): Generator<string> {
    for (const part of parts.iterate(id)) yield `${decompressText(part).toString("utf8")}\n`;
  }

  const filesOf = sql.transaction((id: number): ArchivedFile[] => {
    const row = session.get(id);
    if (!row) return [];
    const own = { name: `sessions/${id}.json`, pieces: piecesOf(sessionFacts(row), transcript(id)) };
    const theirs = subagents.all(id).map(({ id: subagentId, ...facts }) => ({
      name: `sessions/${id}/subagent_transcripts/${encodeURIComponent(facts.agent_id)}.json`,
      pieces: piecesOf(facts, subagentTranscript(subagentId)),
    }));
    return [own, ...theirs];
  });

  return {
    /** By session: what differs when anything of it that is archived has changed. */
    stamps: (): Map<number, string> => new Map(stamps.raw().all()),
    /** None once the session is gone. */
    filesOf,
  };
}

const sessionFacts = (row: Session): object => ({
  ...row,
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
  archived_at: instantOrNull(row.archived_at),
  mcp_servers: JSON.parse(row.mcp_servers) as unknown,
});

/** A JSON object of these facts and the transcript, which may be longer than a string can be. */
function piecesOf(facts: object, transcript: Iterable<string>): Buffer[] {
  const pieces = [Buffer.from(`${JSON.stringify(facts).slice(0, -1)},"transcript":"`)];
  for (const text of transcript) pieces.push(Buffer.from(JSON.stringify(text).slice(1, -1)));
  return [...pieces, Buffer.from('"}')];
}
