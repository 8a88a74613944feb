import type { Actor } from "../../../http/caller.ts";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { inferenceOperations } from "./model.ts";
import type { InferenceService } from "./service.ts";

/** The board, or the app of a person who lets it act as them. */
const isPerson = (actor: Actor): boolean =>
  actor.kind === "board" || (actor.kind === "native" && actor.actsAsHuman);

export const inferenceRoutes = (inference: InferenceService): Endpoint[] =>
  endpoints(inferenceOperations, {
    getInference: ({ query }, { actor }) => inference.of(query.runtime, isPerson(actor)),
  });
