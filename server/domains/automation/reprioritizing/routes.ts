import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { reprioritizingOperations } from "./model.ts";
import type { ReprioritizingService } from "./service.ts";

export const reprioritizingRoutes = (reprioritizing: ReprioritizingService): Endpoint[] =>
  endpoints(reprioritizingOperations, {
    reprioritizeSessions: (_input, { actor }) => reprioritizing.reprioritize(actor),
  });
