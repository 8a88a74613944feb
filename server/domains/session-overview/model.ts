import { z } from "zod";
import { operation, queryFlag } from "../../http/model.ts";
import { sessionHierarchy } from "../hierarchy/model.ts";
import { captureGap, humanMessage } from "../people/model.ts";
import { session, sessionRef } from "../sessions/model.ts";
import { statusSummary } from "../summaries/model.ts";
import { waiting } from "../waiting/model.ts";

/** What stands beside a session when it is looked at alone. */
export const sessionExtras = z.object({
  status_summary: statusSummary,
  waiting,
  session_hierarchy: sessionHierarchy,
  human_messages: z.array(humanMessage),
  human_message_capture_gaps: z.array(captureGap),
});
export type SessionExtras = z.infer<typeof sessionExtras>;

export const overviewOperations = {
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
