import { type Endpoint, endpoints } from "../../http/mount.ts";
import { pictureAnswer } from "../transcripts/index.ts";
import { changeOperations } from "./model.ts";
import type { ChangeService } from "./service.ts";

export function changeRoutes(changes: ChangeService): Endpoint[] {
  return endpoints(changeOperations, {
    sessionChanges: ({ params, query }) => changes.list(params.id, query.whitespace),
    changePicture: async ({ params, query }, { response }) =>
      pictureAnswer(response, await changes.pictureOf(params.id, query)),
    fileDiff: ({ params, query }) => changes.diffOf(params.id, query),
  });
}
