import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { modelRateOperations } from "./model.ts";
import type { ModelRateService } from "./service.ts";

export const modelRateRoutes = (rates: ModelRateService): Endpoint[] =>
  endpoints(modelRateOperations, {
    listModelRates: () => rates.list(),
    setModelRate: ({ query, body }) => rates.set(query.model, body),
    removeModelRate: ({ query }) => rates.remove(query.model),
  });
