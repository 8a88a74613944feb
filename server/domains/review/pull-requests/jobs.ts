import { z } from "zod";
import { defineJob, noPayload } from "../../../jobs/definition.ts";

/** Finds the pull requests that a session opened by scanning its transcript. */
export const scanTranscriptJob = defineJob("pull_requests.scan", z.object({ sessionId: z.number() }), {
  lane: "default",
});

/** Reads which repositories on GitHub a session was just cloned from. */
export const readOriginsJob = defineJob("pull_requests.origins", z.object({ sessionId: z.number() }), {
  lane: "default",
});

/** Reads the recorded pull requests that are due from GitHub. */
export const pollPullRequestsJob = defineJob("pull_requests.read", noPayload, {
  lane: "pollers",
  maxAttempts: 1_000_000,
  key: () => "pull_requests.read",
});
