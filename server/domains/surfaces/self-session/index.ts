export { selfAdmission } from "./admission.ts";
export { type OwnSessionArchiving, ownSessionArchiving } from "./archiving.ts";
export { registerSelfSessionJobs } from "./job-handlers.ts";
export { ownServer } from "./own-server.ts";
export { selfSessionRoutes } from "./routes.ts";
export { selfTokens } from "./token.ts";
