export { defineNotificationJobs } from "./jobs.ts";
export { notificationRoutes } from "./routes.ts";
export { type NotificationService, notificationService } from "./service.ts";
