import { describe, expect, test } from "vitest";
import type { CheckVerdict, GoalCheckName } from "../../sessions/goals/model.ts";
import { type Checked, goalTally } from "./tally.ts";

interface Sample {
  verdict: CheckVerdict;
  criteria: Partial<Record<GoalCheckName, CheckVerdict>>;
  /** Which session opened its pull request. */
  openedBy?: number;
  agentRoot?: string | null;
}

function checked(id: number, { verdict, criteria, openedBy, agentRoot = "web" }: Sample): Checked {
  const url = `https://github.com/acme/shop/pull/${id}`;
  return {
    id,
    title: `Session ${id}`,
    status: "archived",
    agentRoot,
    check: {
      goal_id: "no_pull_request" in criteria ? "codebase-question" : "open-reviewed-green-pr",
      verdict,
      provisional: false,
      criteria: Object.entries(criteria).map(([name, its]) => ({
        id: name as GoalCheckName,
        label: name,
        verdict: its,
        reason: "",
      })),
      pull_requests:
        openedBy === undefined
          ? []
          : [{ session_id: openedBy, url, title: null, state: "open", is_draft: false, ci: null }],
      delegated_session_ids: openedBy === undefined || openedBy === id ? [] : [openedBy],
    },
  };
}

const tallyOf = (...sessions: Checked[]) => {
  const tally = goalTally();
  for (const session of sessions) tally.add(session);
  return tally.result();
};

const samplesOf = (...ids: number[]) => ({
  sample_session_ids: ids,
  samples: ids.map((id) => ({ session_id: id, title: `Session ${id}` })),
});

describe("a tally", () => {
  test("counts verdicts, criteria, goals and agent roots", () => {
    const tally = tallyOf(
      checked(3, { verdict: "met", criteria: { no_pull_request: "met" }, agentRoot: null }),
      checked(2, { verdict: "met", criteria: { ci_green: "met" }, openedBy: 9 }),
      checked(1, { verdict: "unmet", criteria: { ci_green: "unmet" }, openedBy: 1 }),
    );
    expect(tally).toMatchObject({
      checked_sessions: 3,
      verdicts: { met: 2, unmet: 1, pending: 0, unknown: 0 },
      delegated_sessions: 1,
      by_goal: [{ goal_id: "open-reviewed-green-pr", sessions: 2 }, { goal_id: "codebase-question" }],
      by_agent_root: [
        { agent_root: "web", sessions: 2 },
        { agent_root: null, sessions: 1 },
      ],
    });
    expect(tally.criteria.find(({ id }) => id === "ci_green")).toMatchObject({ met: 1, unmet: 1 });
  });

  test("groups reasons by the checks that failed together, with samples of the newest", () => {
    const red = { verdict: "unmet", criteria: { ci_green: "unmet", ready_to_merge_label: "met" } } as const;
    const waits = {
      verdict: "pending",
      criteria: { ci_green: "pending", verification_section: "unknown" },
    } as const;
    const tally = tallyOf(
      checked(20, { verdict: "unmet", criteria: { ci_green: "unmet", ready_to_merge_label: "unmet" } }),
      ...[19, 18, 17, 16, 15, 14].map((id) => checked(id, red)),
      checked(9, waits),
    );
    expect(tally.unmet_reasons).toEqual([
      { criteria: ["ci_green"], sessions: 6, ...samplesOf(19, 18, 17, 16, 15) },
      { criteria: ["ci_green", "ready_to_merge_label"], sessions: 1, ...samplesOf(20) },
    ]);
    expect(tally.pending_reasons).toEqual([
      { criteria: ["ci_green", "verification_section"], sessions: 1, ...samplesOf(9) },
    ]);
  });

  test("lists at most 50 that are unmet on a pull request of their own", () => {
    const red = { verdict: "unmet", criteria: { ci_green: "unmet" } } as const;
    const own = Array.from({ length: 60 }, (_, id) => checked(id, { ...red, openedBy: id }));
    const asked = checked(90, { verdict: "unmet", criteria: { no_pull_request: "unmet" }, openedBy: 90 });
    const { unmet_on_own_pull_request: result } = tallyOf(
      ...own,
      asked,
      checked(91, { ...red, openedBy: 92 }),
      checked(93, red),
    );
    expect(result.sessions).toBe(60);
    expect(result.listed).toHaveLength(50);
    expect(result.listed[0]).toMatchObject({
      session_id: 0,
      status: "archived",
      unmet_criteria: ["ci_green"],
    });
  });
});
