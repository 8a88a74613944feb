import { z } from "zod";
import type { JobQueue } from "../../../jobs/queue.ts";
import { announcement } from "../notifications/model.ts";
import { browserJob } from "./browsers.ts";
import { phoneJob } from "./phones.ts";
import type { PushService } from "./service.ts";

const message = z.object({ id: z.number(), announcement, madeAt: z.number() });
/** With the queue's waits between them a quarter of an hour. */
const maxAttempts = 10;

export function registerPushJobs(
  jobs: Pick<JobQueue, "define">,
  { phones, browsers }: Pick<PushService, "phones" | "browsers">,
): void {
  for (const [kind, { send }] of [[phoneJob, phones] as const, [browserJob, browsers] as const])
    jobs.define(kind, {
      lane: "default",
      maxAttempts,
      run(payload) {
        const { id, announcement: told, madeAt } = message.parse(payload);
        return send(id, told, madeAt);
      },
    });
}
