export { diskSpaceRoutes } from "./routes.ts";
export { type DiskSpaceService, diskSpaceService } from "./service.ts";
