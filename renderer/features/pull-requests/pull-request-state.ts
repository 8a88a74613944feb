import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import { text } from "./text.ts";

export type StateName = keyof typeof text.states;

export function stateOf({
  state,
  is_draft,
  link_only,
}: Pick<OpenedPullRequest, "state" | "is_draft" | "link_only">): StateName {
  if (link_only) return "link";
  if (state === null) return "unread";
  return state === "open" && is_draft === true ? "draft" : state;
}

/** The newest open one, or the newest that is read, or the newest link. */
export const mainPullRequest = (requests: readonly OpenedPullRequest[]): OpenedPullRequest | undefined =>
  requests.findLast(({ state, link_only }) => !link_only && (state === "open" || state === null)) ??
  newestRead(requests) ??
  requests.at(-1);

/** The newest that is more than a link. */
export const newestRead = <Request extends Pick<OpenedPullRequest, "link_only">>(
  requests: readonly Request[],
): Request | undefined => requests.findLast(({ link_only }) => !link_only);

/** "acme/shop#12, open, checks passing". */
export function pullRequestText(request: OpenedPullRequest): string {
  const checks = request.ci === null ? [] : [text.checks[request.ci]];
  return [request.name, text.states[stateOf(request)], ...checks].join(", ");
}
