import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { dataFolderOperations } from "./model.ts";
import type { RetentionService } from "./retention.ts";
import type { DataFolderService } from "./service.ts";
import type { StoredRecordService } from "./stored-records.ts";

export const dataFolderRoutes = (of: {
  folder: DataFolderService;
  records: StoredRecordService;
  retention: RetentionService;
}): Endpoint[] =>
  endpoints(dataFolderOperations, {
    getDataFolder: () => of.folder.describe(),
    getStoredRecords: () => of.records.describe(),
    getRetention: () => of.retention.current(),
    saveRetention: ({ body }, { actor }) => of.retention.save(body, actor),
  });
