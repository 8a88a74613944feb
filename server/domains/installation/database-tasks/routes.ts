import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { databaseTaskOperations } from "./model.ts";
import type { DatabaseTaskService } from "./service.ts";

export const databaseTaskRoutes = (tasks: DatabaseTaskService): Endpoint[] =>
  endpoints(databaseTaskOperations, {
    listDatabaseTasks: () => tasks.list(),
    startDatabaseTask: ({ params }, { actor }) => tasks.start(params.kind, actor),
  });
