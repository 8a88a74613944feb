export { type Announcing, announcing } from "./announcing.ts";
export { registerAnnouncingJobs, registerNotificationJobs } from "./job-handlers.ts";
export type { Announcement } from "./model.ts";
export { type Preferences, preferenceService } from "./preferences.ts";
export { notificationRoutes, preferenceRoutes } from "./routes.ts";
export { type NotificationService, notificationService } from "./service.ts";
export { notificationTools, pushTool } from "./tools.ts";
