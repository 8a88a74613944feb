import { combinedVerdict, type RecordedPullRequest, readCheck } from "./check-rules.ts";
import type { GoalCheck, GoalView } from "./model.ts";
import { text } from "./text.ts";

/** R198: the goal's checks against these pull requests, which are the session's own or those of sessions below it. */
export function checkGoal(
  goal: GoalView,
  of: { sessionId: number; status: string; pullRequests: readonly RecordedPullRequest[] },
): GoalCheck {
  const criteria = goal.checks.map((id) => {
    const { verdict, reason, count } = readCheck(id, of.pullRequests);
    return { id, label: text.checks[id], verdict, reason: text.reason(reason, count) };
  });
  const others = of.pullRequests.map(({ sessionId }) => sessionId).filter((id) => id !== of.sessionId);
  return {
    goal_id: goal.id,
    verdict: combinedVerdict(criteria.map(({ verdict }) => verdict)),
    provisional: of.status !== "needs_input" && of.status !== "archived",
    criteria,
    pull_requests: of.pullRequests.map(({ sessionId, url, title, state, isDraft, ci }) => ({
      session_id: sessionId,
      url,
      title,
      state,
      is_draft: isDraft,
      ci,
    })),
    delegated_session_ids: [...new Set(others)],
  };
}
