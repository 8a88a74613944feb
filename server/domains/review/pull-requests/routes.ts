import { type Endpoint, endpoints } from "../../../http/mount.ts";
import type { AuthorizeMerge } from "./merging.ts";
import { mergeOperations, noticeOperations } from "./model.ts";
import type { PullRequestNoticeService } from "./notices.ts";

export function pullRequestRoutes(deps: {
  authorizeMerge: AuthorizeMerge;
  pullRequestNotices: PullRequestNoticeService;
  resolve(reference: string): number;
}): Endpoint[] {
  const { authorizeMerge, pullRequestNotices: notices, resolve } = deps;
  return [
    ...endpoints(mergeOperations, {
      authorizeMerge: ({ params }, { actor }) => authorizeMerge(params.id, actor),
    }),
    ...endpoints(noticeOperations, {
      getNoticeDefaults: () => ({ notices: notices.defaults() }),
      saveNoticeDefaults: ({ body }) => ({ notices: notices.setDefaults(body) }),
      getSessionNotices: ({ params }) => notices.ofSession(resolve(params.id)),
      changeSessionNotices: ({ params, body }) => notices.change(resolve(params.id), body),
    }),
  ];
}
