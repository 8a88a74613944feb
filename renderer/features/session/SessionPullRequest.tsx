import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { usePullRequests } from "../changes/use-pull-requests.ts";
import { PullRequestLink } from "../pull-requests/PullRequestLink.tsx";

/** A link to the session's current pull request, as last loaded from its host; nothing if there is none. */
export function SessionPullRequest({ session }: { session: Session }) {
  const { data } = usePullRequests(session);
  return <PullRequestLink requests={data?.pull_requests ?? []} />;
}
