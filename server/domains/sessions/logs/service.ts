import type { Database } from "../../../db/open.ts";
import { type Pagination, paginate } from "../../../http/model.ts";
import type { Clock } from "../../../lib/clock.ts";
import { notFound } from "../../../lib/errors.ts";
import { instant } from "../../../lib/instant.ts";
import type { LogLevel, SessionLog } from "./model.ts";
import { type LogRow, sessionLogStore } from "./store.ts";

export type SessionLogService = ReturnType<typeof sessionLogService>;

interface Query {
  level?: string | undefined;
  exclude_level?: string | undefined;
  page: number;
  per_page: number;
}

/** Log lines are redacted before they are stored, like transcripts. */
export function sessionLogService(deps: {
  database: Pick<Database, "db">;
  clock: Clock;
  redact(text: string): string;
  changed(sessionId: number): void;
}) {
  const { clock } = deps;
  const store = sessionLogStore(deps.database);

  function find(sessionId: number, id: number): LogRow {
    const row = store.find(sessionId, id);
    if (!row) throw notFound("Log");
    return row;
  }

  function create(sessionId: number, level: LogLevel, content: string): SessionLog {
    const now = clock.now();
    const row = store.insert({
      sessionId,
      level,
      content: deps.redact(content),
      createdAt: now,
      updatedAt: now,
    });
    deps.changed(sessionId);
    return view(row);
  }

  return {
    create,
    note: (sessionId: number, level: LogLevel, content: string): void =>
      void create(sessionId, level, content),
    /** Does nothing if the session log already has this exact line. */
    noteOnce(sessionId: number, level: LogLevel, content: string): void {
      if (!store.has(sessionId, deps.redact(content))) create(sessionId, level, content);
    },
    get: (sessionId: number, id: number): SessionLog => view(find(sessionId, id)),
    list(sessionId: number, query: Query): { logs: SessionLog[]; pagination: Pagination } {
      // An empty parameter does not filter.
      const [level, except] = [query.level || undefined, query.exclude_level || undefined];
      const filter = { sessionId, level, except };
      const rows = store.list(filter, { limit: query.per_page, offset: (query.page - 1) * query.per_page });
      return { logs: rows.map(view), pagination: paginate(store.count(filter), query) };
    },
    update(
      sessionId: number,
      id: number,
      change: { content?: string | undefined; level?: LogLevel | undefined },
    ): SessionLog {
      const row = find(sessionId, id);
      const content = change.content === undefined ? row.content : deps.redact(change.content);
      deps.changed(sessionId);
      return view(
        store.update(row.id, { content, level: change.level ?? row.level, updatedAt: clock.now() }) ?? row,
      );
    },
    remove(sessionId: number, id: number): void {
      store.remove(find(sessionId, id).id);
      deps.changed(sessionId);
    },
  };
}

const view = (row: LogRow): SessionLog => ({
  id: row.id,
  session_id: row.sessionId,
  content: row.content,
  level: row.level,
  created_at: instant(row.createdAt),
  updated_at: instant(row.updatedAt),
});
