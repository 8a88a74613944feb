import { z } from "zod";
import { operation, queryFlag } from "../../../http/model.ts";
import { captureGap, humanMessage } from "../../access/human-messages/model.ts";
import { openedPullRequest } from "../../repositories/pull-requests/model.ts";
import { costSoFar } from "../../transcripts/usage/model.ts";
import { sessionHierarchy } from "../hierarchy/model.ts";
import { session, sessionRef } from "../sessions/model.ts";
import { statusSummary } from "../summaries/model.ts";
import { glance, waiting } from "../wait-reasons/model.ts";

/** What stands beside a session when it is looked at alone. */
export const sessionExtras = z.object({
  status_summary: statusSummary,
  waiting,
  session_hierarchy: sessionHierarchy,
  human_messages: z.array(humanMessage),
  human_message_capture_gaps: z.array(captureGap),
});
export type SessionExtras = z.infer<typeof sessionExtras>;

/** What a row of the board shows of a session beside its own fields. */
export const rowFacts = z
  .object({
    waiting: glance.nullable(),
    pull_requests: z.array(openedPullRequest),
    /** Null while no call to a model was seen. */
    cost: costSoFar.nullable(),
  })
  .meta({ id: "RowFacts" });
export type RowFacts = z.infer<typeof rowFacts>;

export const overviewOperations = {
  rowFacts: operation({
    id: "getRowFacts",
    method: "get",
    path: "/row_facts",
    summary:
      "Why open sessions do not move, the pull requests they opened and what they cost so far, by session id",
    callers: ["board"],
    response: z.object({ row_facts: z.record(z.string(), rowFacts) }),
  }),
  getSession: operation({
    id: "getSession",
    method: "get",
    path: "/sessions/{id}",
    source: "E7",
    summary: "One session with what stands beside it",
    callers: ["api", "native"],
    params: sessionRef,
    query: z.object({ include_transcript: queryFlag(), viewed: queryFlag() }),
    response: sessionExtras.extend({ session }),
    errors: [404],
  }),
} as const;
