import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { topUpOperations } from "./model.ts";
import type { FleetTopUpService } from "./service.ts";

export const topUpRoutes = (topUp: FleetTopUpService): Endpoint[] =>
  endpoints(topUpOperations, {
    changeFleetTopUp: ({ body }, { actor }) => topUp.change(body, actor),
  });
