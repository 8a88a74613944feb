import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

export const prepareLiveConversation = defineJob(
  "prepare_live_conversation",
  z.object({ conversation_id: z.number().int() }),
  { lane: "default", key: ({ conversation_id: id }) => `live:${id}` },
);

/** Writes the answer to one typed message. */
export const answerLiveMessage = defineJob("answer_live_message", z.object({ turn_id: z.number().int() }), {
  lane: "default",
  maxAttempts: 8,
  key: ({ turn_id: id }) => `live_message:${id}`,
});
