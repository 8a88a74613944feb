import { z } from "zod";
import { operation, pageQuery, pagination } from "../../../http/model.ts";

export const outcomeKinds = ["Success", "Failure"] as const;
export const triggerKinds = ["New", "Correction"] as const;
export const triggerSources = ["user", "agent", "subagent"] as const;
export const goalKinds = ["Plan", "Action"] as const;

/** The only version there is (R10). */
export const schemaVersion = "1";

/** One part of a session's work: what asked for it, what it was to achieve and what came of it. */
export interface Segment {
  /** Its position: `S0`, `S0.0`, `S0.1.2`. */
  id: string;
  trigger: {
    kind: (typeof triggerKinds)[number];
    source: (typeof triggerSources)[number];
    event_id?: string | undefined;
    text?: string | undefined;
  };
  goal: { text: string; kind: (typeof goalKinds)[number] };
  outcome: {
    kind: (typeof outcomeKinds)[number];
    explanation: string;
    evidence_event_ids?: string[] | undefined;
  };
  meta: {
    /** The first and the last event of the transcript. */
    event_range: number[] | null;
    wall_clock_s: number | null;
    tokens_in: number | null;
    tokens_out: number | null;
    model: string | null;
    source_transcript_id: string | null;
  };
  children: Segment[];
}

const segment: z.ZodType<Segment> = z
  .object({
    id: z.string(),
    trigger: z.object({
      kind: z.enum(triggerKinds),
      source: z.enum(triggerSources),
      event_id: z.string().optional(),
      text: z.string().optional(),
    }),
    goal: z.object({ text: z.string(), kind: z.enum(goalKinds) }),
    outcome: z.object({
      kind: z.enum(outcomeKinds),
      explanation: z.string(),
      evidence_event_ids: z.array(z.string()).optional(),
    }),
    meta: z.object({
      event_range: z.array(z.number()).length(2).nullable(),
      wall_clock_s: z.number().nullable(),
      tokens_in: z.number().nullable(),
      tokens_out: z.number().nullable(),
      model: z.string().nullable(),
      source_transcript_id: z.string().nullable(),
    }),
    children: z.array(z.lazy(() => segment)),
  })
  .meta({ id: "OutcomeSegment" });

const summary = z.object({
  id: z.number().int(),
  session_id: z.number().int(),
  session_title: z.string(),
  analyzer_session_id: z.number().int().nullable(),
  schema_version: z.string(),
  notes: z.string().nullable(),
  agent_root: z.string().nullable(),
  agent_runtime: z.string(),
  model: z.string(),
  session_created_at: z.string(),
  root_outcome: z.enum(outcomeKinds),
  segment_count: z.number().int(),
  failure_segment_count: z.number().int(),
  success_segment_count: z.number().int(),
  /** In levels; a tree of one segment has 1. */
  max_depth: z.number().int(),
  analyzed_at: z.string(),
  superseded_at: z.string().nullable(),
});
export type OutcomeSummary = z.infer<typeof summary>;

export const outcomeAnalysis = summary.extend({ root: segment }).meta({ id: "OutcomeAnalysis" });
export type OutcomeAnalysis = z.infer<typeof outcomeAnalysis>;

/** A value or nothing: invalid ones are ignored (R192). */
const optionalText = z.string().trim().min(1).max(500).optional().catch(undefined);

const listQuery = z.object({
  /** The id of a session: its current analysis. */
  session_id: z.coerce.number<number>().int().positive().optional().catch(undefined),
  /** When the session was created: an instant, or a date in UTC. */
  from: optionalText,
  /** An instant, or a date in UTC, which is included. */
  to: optionalText,
  agent_root: optionalText,
  agent_runtime: optionalText,
  model: optionalText,
  outcome: optionalText,
  ...pageQuery,
});
export type OutcomeQuery = z.infer<typeof listQuery>;

/** Checked by the service, whose refusal names every problem. */
export const newAnalysis = z.object({
  /** An id or a slug. */
  session_id: z.union([z.number().int().positive(), z.string().min(1).max(200)]),
  schema_version: z.union([z.string(), z.number()]).nullish(),
  root: z.unknown(),
  analyzer_session_id: z.number().int().positive().nullish(),
  notes: z.string().max(1_000).nullish(),
});
export type NewAnalysis = z.infer<typeof newAnalysis>;

const one = z.object({ outcome_analysis: outcomeAnalysis });

export const outcomeOperations = {
  listOutcomeAnalyses: operation({
    id: "listOutcomeAnalyses",
    method: "get",
    path: "/outcome_analyses",
    source: "E131",
    summary: "List the current analyses of sessions, newest first, without their trees",
    callers: ["api", "native"],
    query: listQuery,
    response: z.object({ outcome_analyses: z.array(summary), pagination }),
  }),
  getOutcomeAnalysis: operation({
    id: "getOutcomeAnalysis",
    method: "get",
    path: "/outcome_analyses/{id}",
    source: "E132",
    summary:
      "Get the current analysis of a session, or an earlier one, with its tree; the id or slug is the session's",
    callers: ["api", "native"],
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({
      /** The id of an analysis of the session; its current one by default. */
      analysis: z.coerce.number<number>().int().positive().optional(),
    }),
    response: one.extend({
      /** Those that it superseded, newest first. */
      earlier: z.array(summary),
      /** The next one of the session; null for its current one. */
      superseded_by: summary.nullable(),
    }),
    errors: [404],
  }),
  saveOutcomeAnalysis: operation({
    id: "saveOutcomeAnalysis",
    method: "post",
    path: "/outcome_analyses",
    source: "E133",
    summary: "Save the analysis of an archived session; an earlier one is superseded and kept",
    callers: ["api"],
    body: newAnalysis,
    bodyLimit: 16 * 1024 * 1024,
    response: one.extend({ superseded_previous: z.boolean() }),
    status: 201,
    errors: [404],
  }),
} as const;
