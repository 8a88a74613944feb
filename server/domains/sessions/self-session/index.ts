export { type OwnArchive, ownArchive } from "./archiving.ts";
export { defineSelfSessionJobs } from "./job-handlers.ts";
export { ownServer } from "./own-server.ts";
export { selfSessionRoutes } from "./routes.ts";
export { selfTokens } from "./token.ts";
