import { paginate } from "../../../http/model.ts";
import { knownGenesis, sessionRefusal } from "./errors.ts";
import type { ListFilter } from "./filter.ts";
import {
  type AttentionKind,
  attentionKinds,
  type Session,
  type SessionFilters,
  type SessionList,
  viewNames,
} from "./model.ts";
import { readStatusFilter } from "./rules.ts";
import type { ListOrder, SessionRow, SessionStore } from "./store.ts";

type Query = SessionFilters & { page: number; per_page: number };

export interface ListingDeps {
  store: SessionStore;
  views(rows: readonly SessionRow[]): Session[];
  now(): number;
  summaryTexts(ids: readonly number[]): ReadonlyMap<number, string>;
  priorityGenesis(): readonly string[];
}

/** R39: the ranked views return at most this many sessions, on one page. */
const wholeViewLimit = 500;

/** Lists sessions; given `needles`, only those that contain one of them. */
export function sessionListing(deps: ListingDeps) {
  const { store, views } = deps;

  return function list(query: Query, needles?: readonly string[]): SessionList {
    const order = readView(query.view);
    const filter = readFilters(query, deps, needles);
    if (order === "user" || order === "ranked") return wholeView(order, filter, query);
    const offset = (query.page - 1) * query.per_page;
    const rows = store.list(filter, { order, limit: query.per_page, offset });
    return {
      ...boardRows(rows, query, deps),
      sessions: views(rows),
      pagination: paginate(store.count(filter), query),
    };
  };

  function wholeView(order: ListOrder, filter: ListFilter, query: Query): SessionList {
    if (query.page > 1) throw sessionRefusal("view_has_one_page", { view: order });
    const rows = store.list(filter, { order, limit: wholeViewLimit + 1, offset: 0 });
    const shown = rows.slice(0, wholeViewLimit);
    return {
      ...boardRows(shown, query, deps),
      sessions: views(shown),
      pagination: { page: 1, per_page: wholeViewLimit, total_count: shown.length, total_pages: 1 },
      ...(rows.length > wholeViewLimit && { truncated: true as const }),
    };
  }
}

export function readView(name: string | undefined): ListOrder {
  const view = viewNames.find((known) => known === (name ?? "created_desc"));
  if (!view) throw sessionRefusal("unknown_view", { value: name ?? "" });
  return view;
}

/** The rows that `include=board_row` adds to a response. */
export function boardRows(
  rows: readonly SessionRow[],
  { include }: SessionFilters,
  { summaryTexts }: Pick<ListingDeps, "summaryTexts">,
): Pick<SessionList, "board_rows"> {
  if (!include?.includes("board_row")) return {};
  const texts = summaryTexts(rows.map(({ id }) => id));
  const rowOf = ({ id, agentRoot }: SessionRow) => ({
    agent_root: agentRoot,
    status_summary: texts.get(id) ?? null,
  });
  return { board_rows: Object.fromEntries(rows.map((row) => [String(row.id), rowOf(row)])) };
}

export function readFilters(
  query: SessionFilters,
  { now, priorityGenesis }: Pick<ListingDeps, "now" | "priorityGenesis">,
  needles?: readonly string[],
): ListFilter {
  const statuses = readStatusFilter(query.status, query.show_archived === true);
  if (statuses.kind === "unknown") throw sessionRefusal("unknown_status", { value: statuses.value });
  const attention = readAttention(query.attention);
  const cls = query.priority_class;
  const { visibility } = query;
  return {
    statuses,
    // An empty filter counts as absent, like an empty status.
    agentRuntime: query.agent_runtime || undefined,
    agentRoot: query.agent_root || undefined,
    priorityClass:
      cls === "spot" || cls === "priority" ? { is: cls, priorityGenesis: priorityGenesis() } : undefined,
    genesis: query.genesis !== undefined && knownGenesis.includes(query.genesis) ? query.genesis : undefined,
    board:
      visibility === "on_board" || visibility === "off_board"
        ? { on: visibility === "on_board", now: now() }
        : undefined,
    attention,
    needles,
  };
}

/** An empty filter counts as absent, like an empty status. */
function readAttention(given: readonly string[] | undefined): AttentionKind[] | undefined {
  if (given === undefined || given.length === 0) return undefined;
  return [...new Set(given)].map((name) => {
    const kind = attentionKinds.find((known) => known === name);
    if (!kind) throw sessionRefusal("unknown_attention", { value: name });
    return kind;
  });
}
