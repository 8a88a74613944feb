import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { diskSpaceOperations } from "./model.ts";
import type { DiskSpaceService } from "./service.ts";

export const diskSpaceRoutes = (diskSpace: DiskSpaceService): Endpoint[] =>
  endpoints(diskSpaceOperations, { getDiskSpace: () => diskSpace.check() });
