import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import { type Pagination, paginate } from "../../../http/model.ts";
import type { Clock } from "../../../lib/clock.ts";
import { dateBound } from "../../../lib/date-bounds.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionRow, SessionService } from "../../sessions/sessions/index.ts";
import { invalidTree, outcomeRefusal } from "./errors.ts";
import {
  type NewAnalysis,
  type OutcomeAnalysis,
  type OutcomeQuery,
  type OutcomeSummary,
  outcomeKinds,
  schemaVersion,
} from "./model.ts";
import { type ListedRow, type OutcomeFilter, type OutcomeRow, outcomeStore } from "./store.ts";
import { text } from "./text.ts";
import { type ReadTree, readTree } from "./tree.ts";

export interface OutcomeDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  sessions: Pick<SessionService, "byId" | "find">;
}

/** Who saves: the credential, and the session whose agent it is. */
export interface SavedBy {
  actor: Actor;
  agentSession: number | null;
}

interface ReadAnalysis {
  outcome_analysis: OutcomeAnalysis;
  earlier: OutcomeSummary[];
  superseded_by: OutcomeSummary | null;
}

export type OutcomeService = ReturnType<typeof outcomeService>;

/** Readings of archived sessions, one of them current for each. */
export function outcomeService({ database, clock, log, sessions }: OutcomeDeps) {
  const store = outcomeStore(database);

  function analyzable(reference: string): SessionRow {
    const session = sessions.find(reference);
    if (session.status !== "archived") throw outcomeRefusal("not_archived", { status: session.status });
    if (store.isAnalyzer(session.id)) throw outcomeRefusal("is_analyzer");
    return session;
  }

  function checkAnalyzer(analyzer: number | null, session: SessionRow): void {
    if (analyzer === null) return;
    if (analyzer === session.id) throw outcomeRefusal("own_analyzer");
    if (!sessions.byId(analyzer)) throw outcomeRefusal("no_analyzer", { id: analyzer });
  }

  const summaryOf = (row: ListedRow): OutcomeSummary =>
    summaryView(row, sessions.byId(row.sessionId)?.title ?? "");
  const view = (row: OutcomeRow): OutcomeAnalysis => ({ ...summaryOf(row), root: row.root });

  return {
    list(query: OutcomeQuery): { outcome_analyses: OutcomeSummary[]; pagination: Pagination } {
      const filter = readFilter(query);
      const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
      return {
        outcome_analyses: store.list(filter, page).map(summaryOf),
        pagination: paginate(store.total(filter), query),
      };
    },

    /** By the id or slug of the session; its current one unless the id of another one is given. */
    get(reference: string, id?: number): ReadAnalysis {
      const session = sessions.find(reference);
      const row = id === undefined ? store.current(session.id) : store.ofSession(session.id, id);
      if (!row) throw outcomeRefusal(id === undefined ? "not_found" : "no_such");
      const next = store.next(row);
      return {
        outcome_analysis: view(row),
        earlier: store.earlier(row).map(summaryOf),
        superseded_by: next ? summaryOf(next) : null,
      };
    },

    /** R191: nothing is written unless all of the tree is right. */
    save: (
      input: NewAnalysis,
      by: SavedBy,
    ): { outcome_analysis: OutcomeAnalysis; superseded_previous: boolean } =>
      database.transaction(() => {
        const session = analyzable(String(input.session_id));
        const analyzer = by.agentSession ?? input.analyzer_session_id ?? null;
        checkAnalyzer(analyzer, session);
        const tree = checkedTree(input);
        const now = clock.now();
        const superseded = store.supersede(session.id, now);
        const row = store.add({
          ...copiesOf(session),
          ...countsOf(tree),
          analyzerSessionId: analyzer,
          schemaVersion,
          notes: input.notes?.trim() || null,
          root: tree.root,
          analyzedAt: now,
        });
        log.info(text.saved(actorName(by.actor), session.id, tree.segments));
        return { outcome_analysis: view(row), superseded_previous: superseded };
      }),
  };
}

function checkedTree({ schema_version: version, root }: NewAnalysis): ReadTree {
  const wrongVersion = String(version ?? "") === schemaVersion ? [] : [text.version(schemaVersion)];
  const tree = readTree(root);
  if ("problems" in tree) throw invalidTree([...wrongVersion, ...tree.problems]);
  if (wrongVersion.length > 0) throw invalidTree(wrongVersion);
  return tree;
}

const copiesOf = ({ id, agentRoot, agentRuntime, model, createdAt }: SessionRow) => ({
  sessionId: id,
  agentRoot,
  agentRuntime,
  model,
  sessionCreatedAt: createdAt,
});

const countsOf = ({ root, segments, failures, depth }: ReadTree) => ({
  rootOutcome: root.outcome.kind,
  segmentCount: segments,
  failureSegmentCount: failures,
  successSegmentCount: segments - failures,
  maxDepth: depth,
});

/** R192: what cannot be read is left out. */
function readFilter(query: OutcomeQuery): OutcomeFilter {
  const wanted = query.outcome?.toLowerCase();
  return {
    sessionId: query.session_id ?? null,
    from: query.from === undefined ? null : dateBound(query.from, "start"),
    to: query.to === undefined ? null : dateBound(query.to, "end"),
    agentRoot: query.agent_root ?? null,
    agentRuntime: query.agent_runtime ?? null,
    model: query.model ?? null,
    outcome: outcomeKinds.find((kind) => kind.toLowerCase() === wanted) ?? null,
  };
}

const summaryView = (row: ListedRow, title: string): OutcomeSummary => ({
  id: row.id,
  session_id: row.sessionId,
  session_title: title,
  analyzer_session_id: row.analyzerSessionId,
  schema_version: row.schemaVersion,
  notes: row.notes,
  agent_root: row.agentRoot,
  agent_runtime: row.agentRuntime,
  model: row.model,
  session_created_at: instant(row.sessionCreatedAt),
  root_outcome: row.rootOutcome,
  segment_count: row.segmentCount,
  failure_segment_count: row.failureSegmentCount,
  success_segment_count: row.successSegmentCount,
  max_depth: row.maxDepth,
  analyzed_at: instant(row.analyzedAt),
  superseded_at: instantOrNull(row.supersededAt),
});
