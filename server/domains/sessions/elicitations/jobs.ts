import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

/** Expires an elicitation that was not answered in time. */
export const expireElicitationJob = defineJob("elicitation.expire", z.object({ id: z.number() }), {
  lane: "default",
  key: ({ id }) => `elicitation:${id}`,
});
