import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { dataFolderOperations } from "./model.ts";
import type { RetentionService } from "./retention.ts";
import type { DataFolderService } from "./service.ts";

export const dataFolderRoutes = (of: {
  folder: DataFolderService;
  retention: RetentionService;
}): Endpoint[] =>
  endpoints(dataFolderOperations, {
    getDataFolder: () => of.folder.describe(),
    getRetention: () => of.retention.current(),
    saveRetention: ({ body }, { actor }) => of.retention.save(body, actor),
  });
