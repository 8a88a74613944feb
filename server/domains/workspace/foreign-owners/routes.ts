import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { foreignOwnerOperations } from "./model.ts";
import type { ForeignOwnerService } from "./service.ts";

export const foreignOwnerRoutes = (owners: ForeignOwnerService): Endpoint[] =>
  endpoints(foreignOwnerOperations, {
    checkForeignRepository: ({ query }) => owners.check(query.git_root),
    readForeignRepository: ({ body }, { actor }) => owners.read(body.git_root, actor),
  });
