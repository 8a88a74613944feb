import type { CheckVerdict, GoalCheck, GoalCheckName } from "../../sessions/goals/model.ts";
import type { SessionStatus } from "../../sessions/sessions/model.ts";
import type { GoalTally, VerdictCounts } from "./model.ts";

const sampleLimit = 5;
const listLimit = 50;

/** A session at rest, with the check of its goal. */
export interface Checked {
  id: number;
  title: string;
  status: SessionStatus;
  agentRoot: string | null;
  check: GoalCheck;
}

interface Group {
  sessions: number;
  verdicts: VerdictCounts;
}

interface Reason {
  criteria: GoalCheckName[];
  sessions: number;
  sample_session_ids: number[];
  samples: { session_id: number; title: string }[];
}

const noVerdicts = (): VerdictCounts => ({ met: 0, unmet: 0, pending: 0, unknown: 0 });

/** Counts sessions one after another; add the newest first, as samples are of the first. */
export function goalTally() {
  const verdicts = noVerdicts();
  const criteria = new Map<GoalCheckName, VerdictCounts & { id: GoalCheckName; label: string }>();
  const goals = new Map<string, Group>();
  const roots = new Map<string | null, Group>();
  const unmet = new Map<string, Reason>();
  const pending = new Map<string, Reason>();
  const onOwn: GoalTally["unmet_on_own_pull_request"] = { sessions: 0, listed: [] };
  let checked = 0;
  let delegated = 0;

  return {
    add(session: Checked): void {
      const { check } = session;
      checked += 1;
      verdicts[check.verdict] += 1;
      if (check.delegated_session_ids.length > 0) delegated += 1;
      for (const { id, label, verdict } of check.criteria)
        entry(criteria, id, () => ({ id, label, ...noVerdicts() }))[verdict] += 1;
      addTo(entry(goals, check.goal_id, newGroup), check.verdict);
      addTo(entry(roots, session.agentRoot, newGroup), check.verdict);
      if (check.verdict === "unmet") addReason(unmet, session, ["unmet"]);
      if (check.verdict === "pending" || check.verdict === "unknown")
        addReason(pending, session, ["pending", "unknown"]);
      if (isUnmetOnOwn(session)) addOwn(onOwn, session);
    },

    result: (): GoalTally => ({
      checked_sessions: checked,
      verdicts,
      delegated_sessions: delegated,
      criteria: [...criteria.values()],
      unmet_reasons: ordered(unmet),
      pending_reasons: ordered(pending),
      by_goal: mostFirst([...goals].map(([goal_id, group]) => ({ goal_id, ...group }))),
      by_agent_root: mostFirst([...roots].map(([agent_root, group]) => ({ agent_root, ...group }))),
      unmet_on_own_pull_request: onOwn,
    }),
  };
}

const newGroup = (): Group => ({ sessions: 0, verdicts: noVerdicts() });

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function addTo(group: Group, verdict: CheckVerdict): void {
  group.sessions += 1;
  group.verdicts[verdict] += 1;
}

const named = ({ criteria }: GoalCheck, verdicts: readonly CheckVerdict[]): GoalCheckName[] =>
  criteria.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);

function addReason(
  reasons: Map<string, Reason>,
  { id, title, check }: Checked,
  verdicts: readonly CheckVerdict[],
): void {
  const criteria = named(check, verdicts);
  const make = (): Reason => ({ criteria, sessions: 0, sample_session_ids: [], samples: [] });
  const reason = entry(reasons, criteria.join(), make);
  reason.sessions += 1;
  if (reason.samples.length >= sampleLimit) return;
  reason.sample_session_ids.push(id);
  reason.samples.push({ session_id: id, title });
}

/** A goal that forbids a pull request is unmet because of it, not in spite of it. */
const isUnmetOnOwn = ({ id, check }: Checked): boolean =>
  check.verdict === "unmet" &&
  check.pull_requests.some(({ session_id }) => session_id === id) &&
  !check.criteria.some((criterion) => criterion.id === "no_pull_request");

function addOwn(own: GoalTally["unmet_on_own_pull_request"], { id, title, status, check }: Checked): void {
  own.sessions += 1;
  if (own.listed.length < listLimit)
    own.listed.push({ session_id: id, title, status, unmet_criteria: named(check, ["unmet"]) });
}

const mostFirst = <Item extends { sessions: number }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => b.sessions - a.sessions);

const ordered = (reasons: ReadonlyMap<string, Reason>): Reason[] => mostFirst([...reasons.values()]);
