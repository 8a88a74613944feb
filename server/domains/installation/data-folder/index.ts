export { type RetentionService, retentionService } from "./retention.ts";
export { dataFolderRoutes } from "./routes.ts";
export { type DataFolderService, dataFolderService } from "./service.ts";
export { type StoredRecordService, storedRecordService } from "./stored-records.ts";
