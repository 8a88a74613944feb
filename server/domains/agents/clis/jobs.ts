import { defineJob, noPayload } from "../../../jobs/definition.ts";

/** Checks every CLI: installed, which version, signed in. */
export const checkClisJob = defineJob("clis.look", noPayload, {
  lane: "default",
  maxAttempts: 2,
  key: () => "clis.look",
});
