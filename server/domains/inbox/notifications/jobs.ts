import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";

const restJobPayload = z.object({
  sessionId: z.number(),
  /** How often the session had needed input when the job was added. */
  count: z.number(),
});

/** Adds a session that needs input to the inbox, once it has stayed that way. */
export const notifyNeedsInputJob = defineJob("notification.rest", restJobPayload, { lane: "default" });

/** Announces one inbox entry, unless it was seen or went stale meanwhile. */
export const announceJob = defineJob("notification.announce", z.object({ id: z.number() }), {
  lane: "default",
  key: ({ id }) => `notification.announce:${id}`,
});

/** Announces what concerns no session. */
export const noticeJob = defineJob(
  "notification.notice",
  z.object({ message: z.string(), url: z.string(), tag: z.string() }),
  { lane: "default" },
);

/** Announces everything unread from one entry on, as one message. */
export const digestJob = defineJob("notification.digest", z.object({ from: z.number() }), {
  lane: "default",
});
