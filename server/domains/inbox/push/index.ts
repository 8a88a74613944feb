export { apnsSender } from "./apns.ts";
export { isPublicEndpoint } from "./endpoint.ts";
export type { Holder } from "./holders.ts";
export { registerPushJobs } from "./job-handlers.ts";
export { pushRoutes } from "./routes.ts";
export { type PushService, pushService } from "./service.ts";
export { webPushSender } from "./web-push.ts";
