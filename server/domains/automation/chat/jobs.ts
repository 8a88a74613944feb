import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Reads new messages of the chat platform. */
export const pollChatJob = defineRecurringJob("chat.poll", { lane: "pollers", everyMs: 60_000 });
