import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { goalCheckName } from "../../sessions/goals/model.ts";
import { sessionStatus } from "../../sessions/sessions/model.ts";

const count = z.number().int().nonnegative();

/** How many sessions have each verdict. */
export const verdictCounts = z.object({ met: count, unmet: count, pending: count, unknown: count });
export type VerdictCounts = z.infer<typeof verdictCounts>;

/** The checks that failed together, and some of the sessions in which they did, newest first. */
const reason = z.object({
  criteria: z.array(goalCheckName),
  sessions: count,
  sample_session_ids: z.array(z.number().int()),
  samples: z.array(z.object({ session_id: z.number().int(), title: z.string() })),
});

/** A value or nothing: invalid ones are ignored. */
const optionalText = z.string().trim().min(1).max(500).optional().catch(undefined);

export const goalReportQuery = z.object({
  /** When the session was created: an instant, or a date in UTC; 7 days before `to` by default. */
  from: optionalText,
  /** An instant, or a date in UTC, which is included; now by default. */
  to: optionalText,
  agent_root: optionalText,
  agent_runtime: optionalText,
  model: optionalText,
});
export type GoalReportQuery = z.infer<typeof goalReportQuery>;

const textOrNull = z.string().nullable();

export const goalTally = z.object({
  /** Those with a goal that has checks. */
  checked_sessions: count,
  verdicts: verdictCounts,
  /** Judged by the pull requests of sessions below them. */
  delegated_sessions: count,
  criteria: z.array(verdictCounts.extend({ id: goalCheckName, label: z.string() })),
  /** Most frequent first. */
  unmet_reasons: z.array(reason),
  pending_reasons: z.array(reason),
  by_goal: z.array(z.object({ goal_id: z.string(), sessions: count, verdicts: verdictCounts })),
  by_agent_root: z.array(z.object({ agent_root: textOrNull, sessions: count, verdicts: verdictCounts })),
  /** Not met although the session opened a pull request itself. */
  unmet_on_own_pull_request: z.object({
    sessions: count,
    /** The newest 50. */
    listed: z.array(
      z.object({
        session_id: z.number().int(),
        title: z.string(),
        status: sessionStatus,
        unmet_criteria: z.array(goalCheckName),
      }),
    ),
  }),
});
export type GoalTally = z.infer<typeof goalTally>;

export const goalReport = goalTally
  .extend({
    filters: z.object({
      from: textOrNull,
      to: textOrNull,
      agent_root: textOrNull,
      agent_runtime: textOrNull,
      model: textOrNull,
    }),
    window: z.object({ from: z.string(), to: z.string() }),
    /** All of the window that need input or are archived. */
    resting_sessions: count,
  })
  .meta({ id: "GoalReport" });
export type GoalReport = z.infer<typeof goalReport>;

export const goalReportOperations = {
  getGoalChecks: operation({
    id: "getGoalChecks",
    method: "get",
    path: "/goal_checks",
    source: "E134",
    summary: "How many stopped sessions of a window met their goal, and why others did not",
    callers: ["api", "native"],
    query: goalReportQuery,
    response: goalReport,
  }),
} as const;
