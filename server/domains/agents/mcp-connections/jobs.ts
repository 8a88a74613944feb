import { defineRecurringJob } from "../../../jobs/definition.ts";
import { renewalEveryMs } from "./rules.ts";

/** Renews the tokens of connections before they expire. */
export const renewConnectionsJob = defineRecurringJob("connectors.renew", {
  lane: "default",
  everyMs: renewalEveryMs,
});
