import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { usageOperations } from "./model.ts";
import type { UsageService } from "./service.ts";

export const usageRoutes = (usage: UsageService): Endpoint[] =>
  endpoints(usageOperations, { getSessionUsage: ({ params }) => usage.of(params.id) });
