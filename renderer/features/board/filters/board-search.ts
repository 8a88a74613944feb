import { z } from "zod/mini";
import {
  type AttentionKind,
  attentionKinds,
  genesisNames,
  needyKinds,
  type SessionStatus,
  schedulingClassNames,
  viewNames,
} from "../../../../server/domains/sessions/sessions/model.ts";
import { openStatuses, type SessionFilter } from "../../sessions/session-filter.ts";

export const layouts = ["list", "columns", "table"] as const;
export type Layout = (typeof layouts)[number];

export const groupings = ["need", "status", "category", "root", "tree", "pr"] as const;
export type Grouping = (typeof groupings)[number];

const name = z.string().check(z.minLength(1), z.maxLength(200));
const flag = z.literal(true);

/** All values but the default, which an absent part stands for. */
const allBut = <T extends string, const U extends T>(all: readonly T[], usual: U) =>
  all.filter((one): one is Exclude<T, U> => one !== usual);

/** The board's part of the address; an absent part has its default. */
const parts = {
  /** The router parses a typed number as one. */
  q: z.pipe(
    z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)),
    z.string().check(z.minLength(1), z.maxLength(1_000)),
  ),
  contents: flag,
  view: z.enum(allBut(viewNames, "user")),
  layout: z.enum(allBut(layouts, "list")),
  group: z.enum(groupings),
  /** Open statuses separated by commas; all of them if absent. */
  status: z.pipe(z.pipe(z.string(), z.transform(readStatuses)), z.string().check(z.minLength(1))),
  /** What sessions that stopped wait for, separated by commas; anything if absent. */
  attention: z.pipe(z.pipe(z.string(), z.transform(readAttention)), z.string().check(z.minLength(1))),
  class: z.enum(schedulingClassNames),
  runtime: name,
  root: name,
  origin: z.enum(genesisNames),
  board: z.enum(["off", "both"]),
  favourites: flag,
  archived: flag,
};
const shape = z.partial(z.object(parts));
export type BoardSearch = z.infer<typeof shape>;

/** The open statuses named in a text, in the board's order, separated by commas. */
function readStatuses(text: string): string {
  const named = new Set(text.split(","));
  const statuses = openStatuses.filter((status) => named.has(status));
  return statuses.length === openStatuses.length ? "" : statuses.join(",");
}

/** The kinds named in a text, in their order, separated by commas. */
function readAttention(text: string): string {
  const named = new Set(text.split(","));
  const kinds = attentionKinds.filter((kind) => named.has(kind));
  return kinds.length === attentionKinds.length ? "" : kinds.join(",");
}

/** Reads an address or a stored search; invalid parts are dropped. */
export function readBoardSearch(given: Readonly<Record<string, unknown>>): BoardSearch {
  const entries = Object.entries(parts).flatMap(([key, schema]) => {
    const read = schema.safeParse(given[key]);
    return read.success ? [[key, read.data]] : [];
  });
  return Object.fromEntries(entries) as BoardSearch;
}

/** The part that is stored for the next visit: filters and display, without the search. */
export function storedPart({ q: _q, contents: _contents, ...lasting }: BoardSearch): BoardSearch {
  return lasting;
}

export const chosenStatuses = ({ status }: BoardSearch): readonly SessionStatus[] =>
  status === undefined ? [] : openStatuses.filter((known) => status.split(",").includes(known));

/** The address after a status was pressed; with none chosen, all are shown. */
export function toggleStatus(search: BoardSearch, status: SessionStatus): BoardSearch {
  const chosen = chosenStatuses(search);
  const next = chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status];
  return readBoardSearch({ ...search, status: next.join(",") });
}

export const chosenAttention = ({ attention }: BoardSearch): readonly AttentionKind[] =>
  attention === undefined ? [] : attentionKinds.filter((known) => attention.split(",").includes(known));

/** The address after a kind of attention was pressed; with none chosen, all sessions are shown. */
export function toggleAttention(search: BoardSearch, kind: AttentionKind): BoardSearch {
  const chosen = chosenAttention(search);
  const next = chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind];
  return readBoardSearch({ ...search, attention: next.join(",") });
}

/** The filter that is sent to the service. The page itself applies `board` and `favourites`. */
export function filterOf(search: BoardSearch): SessionFilter {
  const chosen = chosenStatuses(search);
  return {
    view: search.view ?? "user",
    statuses: chosen.length === 0 ? openStatuses : chosen,
    ...(search.attention !== undefined && { attention: chosenAttention(search) }),
    ...(search.runtime !== undefined && { runtime: search.runtime }),
    ...(search.root !== undefined && { root: search.root }),
    ...(search.class !== undefined && { priorityClass: search.class }),
    ...(search.origin !== undefined && { origin: search.origin }),
  };
}

export const filterNames = [
  "status",
  "attention",
  "class",
  "runtime",
  "root",
  "origin",
  "board",
  "favourites",
] as const;
export type FilterName = (typeof filterNames)[number];

/** The active filters. The view and the archive are not filters. */
export const activeFilters = (search: BoardSearch): readonly FilterName[] =>
  filterNames.filter((filter) => search[filter] !== undefined);

/** The address without some of its parts. */
export const without = (search: BoardSearch, names: readonly (keyof BoardSearch)[]): BoardSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !(names as readonly string[]).includes(key)));

/** The search of the view "Needs you". */
export const needsMe: BoardSearch = { attention: needyKinds.join(",") };

/** Whether two addresses have the same parts, in any order. */
export const isSameSearch = (one: BoardSearch, other: BoardSearch): boolean =>
  Object.keys(parts).every((key) => one[key as keyof BoardSearch] === other[key as keyof BoardSearch]);
