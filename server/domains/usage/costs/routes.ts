import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { costOperations } from "./model.ts";
import type { CostService } from "./service.ts";

export const costRoutes = (costs: CostService): Endpoint[] =>
  endpoints(costOperations, {
    getCosts: ({ query }) => costs.report(query),
    listCostRecords: ({ query }) => costs.records(query),
  });
