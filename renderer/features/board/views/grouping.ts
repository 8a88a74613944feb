import type { CategoryList } from "../../../../server/domains/sessions/categories/model.ts";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import type { RowFacts } from "../../../../server/domains/surfaces/overview/model.ts";
import { text as categoryText } from "../../categories/text.ts";
import { embedded, idsInOrder, uncategorizedId } from "../../categories/view-model.ts";
import { mainPullRequest } from "../../pull-requests/pull-request-state.ts";
import { sectionOf } from "../../sessions/attention.ts";
import { projectName } from "../../sessions/session-fields.ts";
import { text as sessionText } from "../../sessions/text.ts";
import type { BoardSearch, Grouping } from "../filters/board-search.ts";
import { type Tree, treeOf } from "../rows/tree.ts";
import { type BoardGroup, groupSessions } from "../view-model.ts";
import { orderOf, statusOrder } from "./sort-orders.ts";
import { text } from "./text.ts";

export type FactsById = ReadonlyMap<number, RowFacts>;

type Named = Omit<BoardGroup, "sessions">;

/** Groups by what a person has to do, coarser than the status. */
const needs: readonly (Named & { sections: readonly ReturnType<typeof sectionOf>[] })[] = [
  {
    key: "needs_you",
    title: text.groups.needsYou,
    status: "needs_input",
    sections: ["needs_input", "failed"],
  },
  { key: "running", title: text.groups.running, status: "running", sections: ["running"] },
  { key: "waiting", title: text.groups.waiting, status: "waiting", sections: ["waiting"] },
  { key: "done", title: text.groups.done, status: "archived", sections: ["done", "archived"] },
];

const byNeed = (sessions: readonly Session[]): BoardGroup[] =>
  needs.map(({ sections, ...name }) => ({
    ...name,
    sessions: sessions.filter((session) => sections.includes(sectionOf(session))),
  }));

const byStatus = (sessions: readonly Session[]): BoardGroup[] =>
  statusOrder.map((status) => ({
    key: status,
    title: sessionText.statuses[status],
    status,
    sessions: sessions.filter((session) => session.status === status),
  }));

/** A group for each key, sorted by title; sessions without a key come last. */
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

/** A group for each category in their order, and for the sessions without one at its place among them. */
function byCategory(sessions: readonly Session[], list: CategoryList): BoardGroup[] {
  const known = new Map(list.categories.map((category) => [category.id, embedded(category)]));
  // The list is read again soon after a session joined a category that it does not have.
  const unknown = sessions.flatMap(({ category }) => (category && !known.has(category.id) ? [category] : []));
  for (const category of unknown) known.set(category.id, category);
  const groups = Map.groupBy(sessions, ({ category_id }) => category_id ?? uncategorizedId);
  const ids = new Set([...idsInOrder(list), ...known.keys()]);
  return [...ids].map((id) => ({
    key: `${categoryKey}${id}`,
    title: known.get(id)?.name ?? categoryText.uncategorized,
    status: null,
    isFrozen: known.get(id)?.is_frozen === true,
    sessions: groups.get(id) ?? [],
  }));
}

function pullRequestKey(session: Session, facts: FactsById): Named | null {
  const request = mainPullRequest(facts.get(session.id)?.pull_requests ?? []);
  if (!request) return null;
  const title = request.title === null ? request.name : `${request.name}: ${request.title}`;
  return { key: request.url, title, status: null };
}

interface Arrangement {
  search: BoardSearch;
  categories: CategoryList;
  facts: FactsById;
  expanded: ReadonlySet<number>;
}

/** The chosen grouping, or the default: columns by need, a list by its view (null). */
const groupingOf = ({ group, layout }: BoardSearch): Grouping | null =>
  group ?? (layout === "columns" ? "need" : null);

function grouped(
  sessions: readonly Session[],
  grouping: Grouping,
  { facts, expanded, categories }: Arrangement,
): Grouped {
  switch (grouping) {
    case "need":
      return { groups: byNeed(sessions), nodes: null };
    case "status":
      return { groups: byStatus(sessions), nodes: null };
    case "category":
      return { groups: byCategory(sessions, categories), nodes: null };
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
        groups: byKey(sessions, (one) => pullRequestKey(one, facts), text.groups.noPullRequest),
        nodes: null,
      };
    case "tree": {
      const tree = treeOf(sessions, expanded);
      const group = { key: "tree", title: text.groups.tree, status: null };
      return { groups: [{ ...group, sessions: tree.sessions }], nodes: tree.nodes };
    }
  }
}

export interface Grouped {
  groups: BoardGroup[];
  /** Set when parents are shown above their children. */
  nodes: Tree["nodes"] | null;
}

const categoryKey = "category:";

const isLastingColumn = (key: string): boolean =>
  ["needs_you", "running", "waiting"].includes(key) ||
  (key.startsWith(categoryKey) && key !== `${categoryKey}${uncategorizedId}`);

/** Empty groups are shown only as columns. */
const isKept =
  ({ layout }: BoardSearch) =>
  ({ key, sessions }: BoardGroup): boolean =>
    sessions.length > 0 || (layout === "columns" && isLastingColumn(key));

/** The sessions, grouped and ordered as the address says. */
export function boardGroups(sessions: readonly Session[], arrangement: Arrangement): Grouped {
  const { search } = arrangement;
  const view = search.view ?? "user";
  const grouping = groupingOf(search);
  if (grouping === null || sessions.length === 0)
    return { groups: groupSessions(sessions, view), nodes: null };
  const order = orderOf(view);
  const { groups, nodes } = grouped(order ? sessions.toSorted(order) : sessions, grouping, arrangement);
  return { groups: groups.filter(isKept(search)), nodes };
}

/** Whether the sessions of one trigger are one row: not where a person looks for one, ranks them, or sees parents above their children. */
export const mayFold = (search: BoardSearch): boolean =>
  search.q === undefined && search.view !== "ranked" && groupingOf(search) !== "tree";

/** Whether rows can be moved, because their order is the order of the queue. */
export const isManuallyOrdered = (search: BoardSearch): boolean =>
  search.view === "ranked" && search.q === undefined && groupingOf(search) === null;
