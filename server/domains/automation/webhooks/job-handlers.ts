import type { JobQueue } from "../../../jobs/queue.ts";
import { actOnDeliveryJob, sweepDeliveriesJob } from "./jobs.ts";
import type { WebhookService } from "./service.ts";

export function registerWebhookJobs(
  jobs: Pick<JobQueue, "handle">,
  webhooks: Pick<WebhookService, "act" | "sweep">,
): void {
  jobs.handle(actOnDeliveryJob, ({ id }) => webhooks.act(id));
  jobs.handle(sweepDeliveriesJob, () => webhooks.sweep());
}
