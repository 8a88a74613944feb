import type { Database } from "../../../db/open.ts";
import { checkGoal, type RecordedPullRequest, wantsPullRequest } from "../../sessions/goals/index.ts";
import type { GoalCheck, GoalView } from "../../sessions/goals/model.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { pullRequestStore, type RecordedRow } from "./store.ts";

/** How many generations of child sessions count for a goal (R198). */
export const generations = 3;

type CheckedSession = Pick<SessionRow, "id" | "goal" | "status">;

/**
 * Checks the goals of many sessions with at most two statements. Sessions without a goal from the catalog have no entry.
 * Writes nothing.
 */
export function goalChecking(database: Database, goalOf: (id: string) => GoalView | undefined) {
  const store = pullRequestStore(database);

  return function goalChecks(sessions: readonly CheckedSession[]): ReadonlyMap<number, GoalCheck> {
    const checked = sessions.flatMap(({ id, status, goal: name }) => {
      const goal = name === null ? undefined : goalOf(name);
      return goal ? [{ id, status, goal }] : [];
    });
    if (checked.length === 0) return new Map();
    const own = Map.groupBy(store.ofSessions(checked.map(({ id }) => id)), ({ sessionId }) => sessionId);
    const delegating = checked.filter(({ id, goal }) => wantsPullRequest(goal) && !own.has(id));
    const spawned =
      delegating.length === 0
        ? new Map<number, RecordedRow[]>()
        : Map.groupBy(
            store.ofSpawned(
              delegating.map(({ id }) => id),
              generations,
            ),
            ({ top }) => top,
          );
    return new Map(
      checked.map(({ id, status, goal }) => {
        const pullRequests = (own.get(id) ?? spawned.get(id) ?? []).map(recorded);
        return [id, checkGoal(goal, { sessionId: id, status, pullRequests })];
      }),
    );
  };
}

function recorded({ bodyFacts, ...row }: RecordedRow): RecordedPullRequest {
  return {
    ...row,
    description: bodyFacts,
  };
}
