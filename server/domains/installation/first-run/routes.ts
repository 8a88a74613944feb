import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { firstRunOperations } from "./model.ts";
import type { FirstRunService } from "./service.ts";

export const firstRunRoutes = (firstRun: FirstRunService): Endpoint[] =>
  endpoints(firstRunOperations, {
    getFirstRun: (_input, { actor }) => firstRun.state(actor),
    startDemoSession: async (_input, { actor }) => ({ session: await firstRun.demo(actor) }),
  });
