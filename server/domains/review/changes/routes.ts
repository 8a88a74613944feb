import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { pictureAnswer } from "../../transcripts/transcripts/index.ts";
import { changeOperations, type ReadPullRequests } from "./model.ts";
import type { ChangeService } from "./service.ts";

export function changeRoutes(
  changes: ChangeService,
  of: {
    /** Refuses with 404 if there is no such session. */
    pullRequests(reference: string): ReadPullRequests;
  },
): Endpoint[] {
  return endpoints(changeOperations, {
    sessionChanges: ({ params, query }) => changes.list(params.id, query.whitespace),
    listPullRequests: ({ params }) => of.pullRequests(params.id),
    changePicture: async ({ params, query }, { response }) =>
      pictureAnswer(response, await changes.pictureOf(params.id, query)),
    fileDiff: ({ params, query }) => changes.diffOf(params.id, query),
  });
}
