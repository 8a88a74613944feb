import { z } from "zod";
import { defineJob } from "../../../jobs/definition.ts";
import { announcement } from "../notifications/model.ts";

const pushMessage = z.object({
  /** The id of the phone or browser. */
  id: z.number(),
  announcement,
  /** Epoch ms. */
  madeAt: z.number(),
});

/** With the queue's delays, ten tries take a quarter of an hour. */
const options = { lane: "default", maxAttempts: 10 } as const;

/** Sends one announcement to one phone. */
export const pushToPhoneJob = defineJob("push.phone", pushMessage, options);

/** Sends one announcement to one browser. */
export const pushToBrowserJob = defineJob("push.browser", pushMessage, options);
