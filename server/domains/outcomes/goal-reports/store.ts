import type { Database } from "../../../db/open.ts";
import type { SessionStatus } from "../../sessions/sessions/model.ts";
import { sessionsAtRest } from "../../sessions/sessions/queries.ts";

export interface RestingFilter {
  from: number;
  /** Not included. */
  to: number;
  agentRoot: string | null;
  agentRuntime: string | null;
  model: string | null;
}

export interface RestingSession {
  id: number;
  title: string;
  status: SessionStatus;
  goal: string;
  agentRoot: string | null;
  createdAt: number;
}

interface PageOf {
  goalIds: readonly string[];
  /** The last of the page before; null for the first page. */
  before: Pick<RestingSession, "id" | "createdAt"> | null;
  limit: number;
}

const wanted = `created_at >= @from AND created_at < @to AND (@agentRoot IS NULL OR agent_root = @agentRoot)
  AND (@agentRuntime IS NULL OR agent_runtime = @agentRuntime) AND (@model IS NULL OR model = @model)`;

/** Reads sessions only; what is found of their goals is never stored. */
export function restingSessionStore({ sql }: Database) {
  const page = sql.prepare<[Record<string, unknown>], RestingSession>(
    `SELECT id, title, status, goal, agent_root AS agentRoot, created_at AS createdAt FROM ${sessionsAtRest}
     WHERE ${wanted} AND goal IN (SELECT value FROM json_each(@goalIds))
       AND (created_at, id) < (@createdBefore, @idBefore)
     ORDER BY created_at DESC, id DESC LIMIT @limit`,
  );
  const count = sql.prepare<[RestingFilter], { count: number }>(
    `SELECT COUNT(*) AS count FROM ${sessionsAtRest} WHERE ${wanted}`,
  );

  return {
    /** With one of these goals, newest first. */
    page: (filter: RestingFilter, { goalIds, before, limit }: PageOf): RestingSession[] =>
      page.all({
        ...filter,
        goalIds: JSON.stringify(goalIds),
        createdBefore: before?.createdAt ?? filter.to,
        idBefore: before?.id ?? 0,
        limit,
      }),
    count: (filter: RestingFilter): number => count.get(filter)?.count ?? 0,
  };
}
