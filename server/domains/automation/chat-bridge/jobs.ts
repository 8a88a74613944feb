import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Reads new messages of the chat bridge. */
export const pollBridgeJob = defineRecurringJob("chat_bridge.poll", { lane: "pollers", everyMs: 60_000 });
