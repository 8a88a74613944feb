export { type RetentionService, retentionService } from "./retention.ts";
export { dataFolderRoutes } from "./routes.ts";
export { type DataFolderService, dataFolderService } from "./service.ts";
