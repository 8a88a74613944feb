import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { clockChangeOperations } from "./model.ts";
import type { ClockChangeService } from "./service.ts";

export const clockChangeRoutes = (changes: ClockChangeService): Endpoint[] =>
  endpoints(clockChangeOperations, {
    getClockChange: () => changes.last(),
    closeClockChange: () => changes.close(),
  });
