import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { integrityOperations } from "./model.ts";
import type { IntegrityService } from "./service.ts";

export const integrityRoutes = (integrity: IntegrityService): Endpoint[] =>
  endpoints(integrityOperations, { getDatabaseCheck: () => integrity.last() });
