import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { usePullRequests } from "../changes/use-pull-requests.ts";
import { PullRequestLink } from "../pull-requests/PullRequestLink.tsx";

/** The pull request at work, as its host last showed it; nothing while the session opened none. */
export function SessionPullRequest({ session }: { session: Session }) {
  const { data } = usePullRequests(session);
  return <PullRequestLink requests={data?.pull_requests ?? []} />;
}
