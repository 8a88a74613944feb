import { Link } from "@tanstack/react-router";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { FactRow } from "../../ui/FactRow.tsx";
import { Section } from "../../ui/Section.tsx";
import { Counts } from "../changes/Counts.tsx";
import { useChangesSize } from "../changes/use-changes-size.ts";
import { usePullRequests } from "../changes/use-pull-requests.ts";
import { useSessionUsage } from "../costs/api.ts";
import { costSentence } from "../costs/format-cost.ts";
import { PullRequestChecks } from "../pull-requests/PullRequestChecks.tsx";
import { PullRequestState } from "../pull-requests/PullRequestState.tsx";
import { mainPullRequest } from "../pull-requests/pull-request-state.ts";
import { GoalVerdict } from "../session-settings/GoalVerdict.tsx";
import { searchForTab } from "../sessions/session-page-search.ts";
import { text } from "./text.ts";

interface ChangesRowProps {
  sessionId: number;
  size: NonNullable<ReturnType<typeof useChangesSize>>;
}

function ChangesRow({ sessionId, size }: ChangesRowProps) {
  if (size === "loading") return <FactRow name={text.glance.changes}>{text.glance.comparing}</FactRow>;
  return (
    <FactRow name={text.glance.changes}>
      <Link
        to="/sessions/$id"
        params={{ id: String(sessionId) }}
        search={searchForTab({ tab: "changes" })}
        className="inline-flex items-center gap-2 text-accent hover:underline"
      >
        {text.glance.files(size.files)}
        <Counts of={size} />
      </Link>
    </FactRow>
  );
}

/** What decides whether a session needs a look: its goal, checks, the size of its changes and its cost. */
export function AtAGlance({ session }: { session: Session }) {
  const main = mainPullRequest(usePullRequests(session).data?.pull_requests ?? []);
  const size = useChangesSize(session);
  const cost = useSessionUsage(session.id).data?.cost;
  const { goal_check: check } = session;
  // The verdict of a goal names those that it judged.
  const isNamed = (check?.pull_requests.length ?? 0) > 0;
  if (check === null && !main && !size && !cost) return null;
  return (
    <Section title={text.glance.title}>
      {check !== null && <GoalVerdict check={check} />}
      <dl className="mt-1.5 text-xs">
        {main && !isNamed && (
          <FactRow name={text.glance.pullRequest}>
            <a href={main.url} target="_blank" rel="noreferrer" className="me-2 text-accent hover:underline">
              {main.name}
            </a>
            <span className="inline-flex flex-wrap gap-x-2 align-top">
              <PullRequestState request={main} />
              <PullRequestChecks request={main} />
            </span>
          </FactRow>
        )}
        {size && <ChangesRow sessionId={session.id} size={size} />}
        {cost && <FactRow name={text.glance.cost}>{costSentence(cost)}</FactRow>}
      </dl>
    </Section>
  );
}
