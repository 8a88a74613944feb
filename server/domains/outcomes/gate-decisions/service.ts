import { foldCase } from "../../../db/fold-case.ts";
import type { Database } from "../../../db/open.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import { type Pagination, paginate } from "../../../http/model.ts";
import type { Clock } from "../../../lib/clock.ts";
import { dateBound } from "../../../lib/date-bounds.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import { readDecision, surfaceName, textsOf } from "./entry.ts";
import { gateRefusal, invalidDecision } from "./errors.ts";
import {
  type DecisionSource,
  type GateDecision,
  type GateDecisionQuery,
  type GateDecisionSummary,
  gate,
  type HumanFeedback,
  type NewGateDecision,
} from "./model.ts";
import { type FeedbackRow, type GateDecisionFilter, gateDecisionStore, type ListedRow } from "./store.ts";
import { text } from "./text.ts";

export interface GateDecisionDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  sessions: Pick<SessionService, "byId">;
}

/** Who records: the credential, where it came in, and the session whose agent it is. */
export interface RecordedBy {
  actor: Actor;
  via: DecisionSource;
  agentSession: number | null;
}

export type GateDecisionService = ReturnType<typeof gateDecisionService>;

/** R194: a ledger of what gates decided, which is only added to. */
export function gateDecisionService({ database, clock, log, sessions }: GateDecisionDeps) {
  const store = gateDecisionStore(database);

  function summaries(rows: readonly ListedRow[]): GateDecisionSummary[] {
    const feedback = Map.groupBy(store.feedbackOf(rows.map(({ id }) => id)), ({ decisionId }) => decisionId);
    return rows.map((row) => summaryView(row, feedback.get(row.id) ?? []));
  }

  function get(reference: string): GateDecision {
    const row = store.find(Number(reference));
    if (!row) throw gateRefusal("not_found");
    return { ...summaryView(row, store.feedbackOf([row.id])), payload: row.payload };
  }

  return {
    get,

    list(query: GateDecisionQuery): { gate_decisions: GateDecisionSummary[]; pagination: Pagination } {
      const filter = readFilter(query);
      const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
      return {
        gate_decisions: summaries(store.list(filter, page)),
        pagination: paginate(store.total(filter), query),
      };
    },

    record: (
      input: NewGateDecision,
      by: RecordedBy,
    ): { gate_decision: GateDecision; human_feedback_dropped: boolean } =>
      database.transaction(() => {
        const decision = readDecision(input);
        const writer = by.agentSession ?? input.writing_session_id ?? null;
        const strangers = writer !== null && !sessions.byId(writer) ? [text.problems.writer(writer)] : [];
        if ("problems" in decision) throw invalidDecision([...decision.problems, ...strangers]);
        if (strangers.length > 0) throw invalidDecision(strangers);
        const { droppedFeedback, decidedAt, ...columns } = decision;
        const now = clock.now();
        const row = store.add({
          ...columns,
          decidedAt: decidedAt ?? now,
          searched: foldCase([columns.surface ?? "", columns.gate, ...textsOf(columns.payload)].join("\n")),
          writingSessionId: writer,
          recordedVia: by.via,
          recordedAt: now,
        });
        log.info(text.log.recorded(actorName(by.actor), row.gate, row.id));
        return { gate_decision: get(String(row.id)), human_feedback_dropped: droppedFeedback };
      }),

    /** By the person at the board, whose name comes from the credential. */
    addFeedback: (
      reference: string,
      input: { verdict: FeedbackRow["verdict"]; note?: string | null | undefined },
      by: Actor,
    ): GateDecision =>
      database.transaction(() => {
        const { id } = get(reference);
        store.addFeedback({
          decisionId: id,
          verdict: input.verdict,
          note: input.note?.trim() || null,
          author: actorName(by),
          channel: "board",
          recordedAt: clock.now(),
        });
        log.info(text.log.feedback(actorName(by), id));
        return get(reference);
      }),
  };
}

/** R192: what cannot be used is refused, so that nobody takes an empty answer for the truth. */
function readFilter(query: GateDecisionQuery): GateDecisionFilter {
  return {
    gate: readGate(query.gate?.trim() ?? ""),
    surface: surfaceName(query.surface ?? ""),
    decision: query.decision?.trim() || null,
    artifactUrl: query.artifact_url?.trim() || null,
    writingSessionId: query.writing_session_id ?? null,
    artifactPart: foldCase(query.artifact_query?.trim() ?? "") || null,
    words: wordsOf(query.query ?? ""),
    withFeedback: query.with_human_feedback ?? false,
    from: readBound(query.from, "from"),
    to: readBound(query.to, "to"),
  };
}

function readGate(given: string): string | null {
  if (given === "") return null;
  if (!gate.safeParse(given).success) throw gateRefusal("unknown_gate", { value: given });
  return given;
}

const wordsOf = (text: string): string[] =>
  foldCase(text)
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 20);

function readBound(value: string | undefined, name: "from" | "to"): number | null {
  const given = value?.trim() ?? "";
  if (given === "") return null;
  const at = dateBound(given, name === "from" ? "start" : "end");
  if (at === null) throw gateRefusal("bad_date", { name, value: given });
  return at;
}

const summaryView = (row: ListedRow, feedback: readonly FeedbackRow[]): GateDecisionSummary => ({
  id: row.id,
  gate: row.gate,
  surface: row.surface,
  artifact_url: row.artifactUrl,
  title: row.title,
  decided_at: instant(row.decidedAt),
  decision: row.decision,
  producing_session_url: row.producingSessionUrl,
  writing_session_id: row.writingSessionId,
  recorded_via: row.recordedVia,
  recorded_at: instant(row.recordedAt),
  human_feedback: feedback.map(feedbackView),
});

const feedbackView = ({ id, verdict, note, author, channel, recordedAt }: FeedbackRow): HumanFeedback => ({
  id,
  verdict,
  note,
  author,
  channel,
  received_at: instant(recordedAt),
  recorded_at: instant(recordedAt),
});
