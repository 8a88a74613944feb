import { z } from "zod";
import { operation, pageQuery, pagination, queryFlag } from "../../../http/model.ts";

export const gates = ["pr_merge", "issue_work"] as const;
export const gate = z.enum(gates);

/** Where a decision came from. */
export const decisionSources = ["import", "mcp", "api"] as const;
export type DecisionSource = (typeof decisionSources)[number];

export const feedbackVerdicts = ["agree", "disagree"] as const;

const humanFeedback = z.object({
  id: z.number().int(),
  verdict: z.enum(feedbackVerdicts),
  note: z.string().nullable(),
  author: z.string().nullable(),
  channel: z.enum(["board"]),
  received_at: z.string(),
  recorded_at: z.string(),
});
export type HumanFeedback = z.infer<typeof humanFeedback>;

export const gateDecisionSummary = z.object({
  id: z.number().int(),
  gate,
  surface: z.string().nullable(),
  artifact_url: z.string(),
  title: z.string().nullable(),
  decided_at: z.string(),
  decision: z.string(),
  producing_session_url: z.string().nullable(),
  writing_session_id: z.number().int().nullable(),
  recorded_via: z.enum(decisionSources),
  recorded_at: z.string(),
  /** What people said of it at the board, oldest first. */
  human_feedback: z.array(humanFeedback),
});
export type GateDecisionSummary = z.infer<typeof gateDecisionSummary>;

export const gateDecision = gateDecisionSummary
  .extend({
    /** The entry as it was sent, without `human_feedback`. */
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "GateDecision" });
export type GateDecision = z.infer<typeof gateDecision>;

const searchText = z.string().max(2_000).optional();

/** The same for the API and the tools; a filter that cannot be used is refused (R192). */
export const gateDecisionFilters = {
  gate: z.string().max(100).optional(),
  surface: z.string().max(1_000).optional(),
  decision: z.string().max(1_000).optional(),
  /** Exactly this address. */
  artifact_url: searchText,
  /** A part of the address. */
  artifact_query: searchText,
  /** The session that recorded it. */
  writing_session_id: z.coerce.number<number>().int().positive().optional(),
  /** Words that all occur in the decision or its entry. */
  query: searchText,
  /** When it was decided: an instant, or a date in UTC. */
  from: z.string().max(100).optional(),
  /** An instant, or a date in UTC, which is included. */
  to: z.string().max(100).optional(),
};

const listQuery = z.object({ ...gateDecisionFilters, with_human_feedback: queryFlag(), ...pageQuery });
export type GateDecisionQuery = z.infer<typeof listQuery>;

/**
 * `gate`, `surface` and `entry` are required: the service checks them, so that one refusal names every problem. The entry
 * has the address of the artifact in `artifact_url`, else in `pr`, `pr_url`, `issue` or `issue_url`.
 */
export const newGateDecision = z.object({
  gate: z.string().max(100).nullish(),
  surface: z.string().max(1_000).nullish(),
  entry: z.unknown(),
  writing_session_id: z.number().int().positive().nullish(),
});
export type NewGateDecision = z.infer<typeof newGateDecision>;

const one = z.object({ gate_decision: gateDecision });
const params = z.object({ id: z.string().regex(/^\d{1,15}$/) });

export const gateDecisionOperations = {
  listGateDecisions: operation({
    id: "listGateDecisions",
    method: "get",
    path: "/gate_decisions",
    source: "E135",
    summary: "List what gates decided, newest first, without the entries",
    callers: ["api", "native"],
    query: listQuery,
    response: z.object({ gate_decisions: z.array(gateDecisionSummary), pagination }),
  }),
  getGateDecision: operation({
    id: "getGateDecision",
    method: "get",
    path: "/gate_decisions/{id}",
    source: "E136",
    summary: "Get one decision of a gate, with its entry",
    callers: ["api", "native"],
    params,
    response: one,
    errors: [404],
  }),
  recordGateDecision: operation({
    id: "recordGateDecision",
    method: "post",
    path: "/gate_decisions",
    source: "E137",
    summary: "Record what a gate decided; a correction is another decision about the same artifact",
    callers: ["api"],
    body: newGateDecision,
    invalidLabel: "Invalid gate decision",
    response: one.extend({
      /** The entry had `human_feedback`, which only people give, at the board. */
      human_feedback_dropped: z.boolean(),
    }),
    status: 201,
  }),
  addGateFeedback: operation({
    id: "addGateFeedback",
    method: "post",
    path: "/gate_decisions/{id}/human_feedback",
    summary: "Say whether a gate decided well, in the name of the person at the board",
    callers: ["board"],
    params,
    body: z.object({ verdict: z.enum(feedbackVerdicts), note: z.string().max(2_000).nullish() }),
    response: one,
    status: 201,
    errors: [404],
  }),
} as const;
