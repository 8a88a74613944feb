import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { newestRead } from "../pull-requests/pull-request-state.ts";
import { MergeButton } from "./MergeButton.tsx";
import { mergeOffer } from "./merge.ts";
import { usePullRequests } from "./use-pull-requests.ts";

/** The button to merge the newest pull request, once that is possible. */
export function MergeOffer({ session }: { session: Session }) {
  const newest = newestRead(usePullRequests(session).data?.pull_requests ?? []);
  if (!newest || mergeOffer(newest, session.status)?.kind !== "offer") return null;
  return <MergeButton session={session} request={newest} />;
}
