export { retentionService } from "./retention.ts";
export { dataFolderRoutes } from "./routes.ts";
export { dataFolderService } from "./service.ts";
