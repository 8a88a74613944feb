import { z } from "zod";
import { defineJob, defineRecurringJob } from "../../../jobs/definition.ts";

/** Looks which accounts are due to be read. */
export const sampleAccountsJob = defineRecurringJob("accounts.sample", {
  lane: "inference",
  everyMs: 5 * 60_000,
});

/** At the moment when spent quota comes back: what waits for it goes on. */
export const returnAccountsJob = defineJob("accounts.return", z.object({ at: z.number() }), {
  lane: "inference",
  key: ({ at }) => `accounts:return:${at}`,
});
