import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

/** A session's status summary as shown (R48); text and count are null until there is a text. */
export const statusSummary = z.object({
  state: z.enum(["idle", "pending", "ready", "failed"]),
  generating: z.boolean(),
  error: z.string().nullable(),
  summary: z.string().nullable(),
  messages_since_generated: z.number().int().nullable(),
});
export type StatusSummary = z.infer<typeof statusSummary>;

export const summaryOperations = {
  regenerateStatusSummary: operation({
    id: "regenerateStatusSummary",
    method: "post",
    path: "/sessions/{id}/regenerate_status_summary",
    source: "E21",
    summary: "Regenerate the status summary in the background",
    callers: ["api", "native"],
    params: sessionRef,
    response: z.object({ session_id: z.number().int(), message: z.string() }),
    status: 202,
    errors: [404],
  }),
} as const;
