import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

const selfArchive = z.object({
  sessionId: z.number(),
  force: z.boolean(),
  /** The job of the turn that asked. */
  job: z.number().nullable(),
  /** Epoch ms; a turn still running then is stopped. */
  endTurnAt: z.number(),
});

/** Archives a session whose agent asked for it, once the turn has ended. */
export const archiveSelfJob = defineJob("self_session.archive", selfArchive, {
  lane: "default",
  key: ({ sessionId, job }) => `own-archive:${sessionId}:${job}`,
});
