export { gitPushRoutes } from "./routes.ts";
export { type GitPushService, gitPushService, type PushTarget } from "./service.ts";
