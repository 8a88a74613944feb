import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { session, sessionRef } from "../../sessions/sessions/model.ts";

export const forkOperations = {
  forkSession: operation({
    id: "forkSession",
    method: "post",
    path: "/sessions/{id}/fork",
    source: "E20",
    summary: "A new session with the clone as it is and the conversation up to one line of the transcript",
    callers: ["api", "native"],
    params: sessionRef,
    body: z.object({
      /** Counts transcript lines from 0, that one included (R77); `transcript_index` of a conversation's message. */
      message_index: z.number().int(),
    }),
    response: z.object({ session, message: z.string() }),
    status: 201,
    errors: [404],
  }),
} as const;
