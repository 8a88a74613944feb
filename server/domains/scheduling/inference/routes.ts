import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { inferenceOperations } from "./model.ts";
import type { InferenceService } from "./service.ts";

export const inferenceRoutes = (inference: InferenceService): Endpoint[] =>
  endpoints(inferenceOperations, {
    getInference: ({ query }) => inference.of(query.runtime),
  });
