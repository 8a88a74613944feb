import type { RowFacts } from "../../../../server/domains/sessions/overview/model.ts";
import type { Session, SessionStatus } from "../../../../server/domains/sessions/sessions/model.ts";
import { mainPullRequest } from "../../pull-requests/pull-request-state.ts";
import { projectName } from "../../sessions/session-fields.ts";
import { text as sessionText } from "../../sessions/text.ts";
import type { BoardSearch, Grouping } from "../filters/board-search.ts";
import { type Tree, treeOf } from "../rows/tree.ts";
import { type BoardGroup, groupSessions } from "../view-model.ts";
import { orderOf, statusOrder } from "./sort-orders.ts";

export type FactsById = ReadonlyMap<number, RowFacts>;

export const groupingLabels: Record<Grouping, string> = {
  need: "What needs you",
  status: "Status",
  root: "Agent root",
  tree: "Parent session",
  pr: "Pull request",
};

type Named = Omit<BoardGroup, "sessions">;

/** What a session asks of a person, which is less than its status tells. */
const needs: readonly (Named & { statuses: readonly SessionStatus[] })[] = [
  { key: "needs_you", title: "Needs you", status: "needs_input", statuses: ["needs_input", "failed"] },
  { key: "running", title: "Running", status: "running", statuses: ["running"] },
  { key: "waiting", title: "Waiting", status: "waiting", statuses: ["waiting"] },
  { key: "done", title: "Done", status: "archived", statuses: ["archived"] },
];

const byNeed = (sessions: readonly Session[]): BoardGroup[] =>
  needs.map(({ statuses, ...name }) => ({
    ...name,
    sessions: sessions.filter(({ status }) => statuses.includes(status)),
  }));

const byStatus = (sessions: readonly Session[]): BoardGroup[] =>
  statusOrder.map((status) => ({
    key: status,
    title: sessionText.statuses[status],
    status,
    sessions: sessions.filter((session) => session.status === status),
  }));

/** A group for each key, in the order of their titles; what has none comes last. */
function byKey(sessions: readonly Session[], keyOf: (session: Session) => Named | null, without: string) {
  const names = new Map<string, Named>();
  const groups = Map.groupBy(sessions, (session) => {
    const name = keyOf(session);
    if (name) names.set(name.key, name);
    return name?.key ?? null;
  });
  const named = [...names.values()]
    .toSorted((a, b) => a.title.localeCompare(b.title))
    .map((name): BoardGroup => ({ ...name, sessions: groups.get(name.key) ?? [] }));
  return [...named, { key: "without", title: without, status: null, sessions: groups.get(null) ?? [] }];
}

function pullRequestKey(session: Session, facts: FactsById): Named | null {
  const request = mainPullRequest(facts.get(session.id)?.pull_requests ?? []);
  if (!request) return null;
  const title = request.title === null ? request.name : `${request.name}: ${request.title}`;
  return { key: request.url, title, status: null };
}

interface Given {
  search: BoardSearch;
  facts: FactsById;
  expanded: ReadonlySet<number>;
}

/** How the board is grouped where nobody chose: columns by need, a list as its view has it. */
const groupingOf = ({ group, layout }: BoardSearch): Grouping | null =>
  group ?? (layout === "columns" ? "need" : null);

function grouped(sessions: readonly Session[], grouping: Grouping, { facts, expanded }: Given): Grouped {
  switch (grouping) {
    case "need":
      return { groups: byNeed(sessions), nodes: null };
    case "status":
      return { groups: byStatus(sessions), nodes: null };
    case "root":
      return {
        groups: byKey(
          sessions,
          (one) => ({ key: projectName(one), title: projectName(one), status: null }),
          "",
        ),
        nodes: null,
      };
    case "pr":
      return {
        groups: byKey(sessions, (one) => pullRequestKey(one, facts), "No pull request"),
        nodes: null,
      };
    case "tree": {
      const tree = treeOf(sessions, expanded);
      const group = { key: "tree", title: "Sessions and their child sessions", status: null };
      return { groups: [{ ...group, sessions: tree.sessions }], nodes: tree.nodes };
    }
  }
}

export interface Grouped {
  groups: BoardGroup[];
  /** Where parents stand above their children. */
  nodes: Tree["nodes"] | null;
}

/** A column that is empty says so; in a list an empty group is nothing. */
const isKept =
  ({ layout }: BoardSearch) =>
  ({ key, sessions }: BoardGroup): boolean =>
    sessions.length > 0 || (layout === "columns" && ["needs_you", "running", "waiting"].includes(key));

/** The sessions as the address has them arranged. */
export function boardGroups(sessions: readonly Session[], given: Given): Grouped {
  const { search } = given;
  const view = search.view ?? "user";
  const grouping = groupingOf(search);
  if (grouping === null || sessions.length === 0)
    return { groups: groupSessions(sessions, view), nodes: null };
  const order = orderOf(view);
  const { groups, nodes } = grouped(order ? sessions.toSorted(order) : sessions, grouping, given);
  return { groups: groups.filter(isKept(search)), nodes };
}

/** Whether the order within a group is the queue's own, so that it can be changed by moving rows. */
export const isManuallyOrdered = (search: BoardSearch): boolean =>
  search.view === "ranked" && search.q === undefined && groupingOf(search) === null;
