import { z } from "zod";
import { operation, queryFlag } from "../../../http/model.ts";
import { openedPullRequest } from "../../review/pull-requests/model.ts";
import { sessionHierarchy } from "../../sessions/hierarchy/model.ts";
import { captureGap, humanMessage } from "../../sessions/human-messages/model.ts";
import { session, sessionRef } from "../../sessions/sessions/model.ts";
import { glance, waiting } from "../../sessions/wait-reasons/model.ts";
import { statusSummary } from "../../transcripts/summaries/model.ts";
import { sessionActivity } from "../../turns/activity/model.ts";
import { costSoFar } from "../../usage/calls/model.ts";

/** The additional facts in the response for a single session. */
export const sessionExtras = z.object({
  status_summary: statusSummary,
  waiting,
  /** What the agent does now; null if no turn is active. */
  activity: sessionActivity.nullable(),
  session_hierarchy: sessionHierarchy,
  human_messages: z.array(humanMessage),
  human_message_capture_gaps: z.array(captureGap),
});
export type SessionExtras = z.infer<typeof sessionExtras>;

/** The additional facts in a row of the board. */
export const rowFacts = z
  .object({
    waiting: glance.nullable(),
    pull_requests: z.array(openedPullRequest),
    /** Null until a model call was recorded. */
    cost: costSoFar.nullable(),
  })
  .meta({ id: "RowFacts" });
export type RowFacts = z.infer<typeof rowFacts>;

export const overviewOperations = {
  rowFacts: operation({
    id: "getRowFacts",
    method: "get",
    path: "/row_facts",
    summary: "Get why open sessions are waiting, their pull requests and their cost so far, by session id",
    callers: ["board"],
    response: z.object({ row_facts: z.record(z.string(), rowFacts) }),
  }),
  getSession: operation({
    id: "getSession",
    method: "get",
    path: "/sessions/{id}",
    source: "E7",
    summary: "Get a session with its related facts",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({ include_transcript: queryFlag(), viewed: queryFlag() }),
    response: sessionExtras.extend({ session }),
    errors: [404],
  }),
} as const;
