import type { OpenedPullRequest } from "../../../server/domains/repositories/pull-requests/model.ts";
import { text } from "./text.ts";

export type StateName = keyof typeof text.states;

export function stateOf({ state, is_draft }: Pick<OpenedPullRequest, "state" | "is_draft">): StateName {
  if (state === null) return "unread";
  return state === "open" && is_draft === true ? "draft" : state;
}

/** The newest open one, or the newest of all. */
export const mainPullRequest = (requests: readonly OpenedPullRequest[]): OpenedPullRequest | undefined =>
  requests.findLast(({ state }) => state === "open" || state === null) ?? requests.at(-1);

/** "acme/shop#12, open, checks passing". */
export function pullRequestText(request: OpenedPullRequest): string {
  const checks = request.ci === null ? [] : [text.checks[request.ci]];
  return [request.name, text.states[stateOf(request)], ...checks].join(", ");
}
