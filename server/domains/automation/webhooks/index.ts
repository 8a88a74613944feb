export { registerWebhookJobs } from "./job-handlers.ts";
export { webhookRoutes } from "./routes.ts";
export { type Delivery, deliveriesKeptMs, type WebhookService, webhookService } from "./service.ts";
