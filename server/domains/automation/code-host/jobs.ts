import { defineRecurringJob } from "../../../jobs/definition.ts";

/** Reads what changed on the code host. */
export const pollCodeHostJob = defineRecurringJob("code_host.poll", { lane: "pollers", everyMs: 60_000 });
