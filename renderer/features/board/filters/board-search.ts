import { z } from "zod/mini";
import {
  genesisNames,
  type SessionStatus,
  schedulingClassNames,
  viewNames,
} from "../../../../server/domains/sessions/sessions/model.ts";
import { openStatuses, type SessionFilter } from "../../sessions/session-filter.ts";

export const layouts = ["list", "columns", "table"] as const;
export type Layout = (typeof layouts)[number];

export const groupings = ["need", "status", "root", "tree", "pr"] as const;
export type Grouping = (typeof groupings)[number];

const name = z.string().check(z.minLength(1), z.maxLength(200));
const flag = z.literal(true);

/** All but the one that is meant by nothing. */
const allBut = <T extends string, const U extends T>(all: readonly T[], usual: U) =>
  all.filter((one): one is Exclude<T, U> => one !== usual);

/** The board's part of the address; what is absent is as it is by default. */
const parts = {
  /** A text that a person typed may look like a number to the address. */
  q: z.pipe(
    z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)),
    z.string().check(z.minLength(1), z.maxLength(1_000)),
  ),
  contents: flag,
  view: z.enum(allBut(viewNames, "user")),
  layout: z.enum(allBut(layouts, "list")),
  group: z.enum(groupings),
  /** Open statuses with commas between; all of them when absent. */
  status: z.pipe(z.pipe(z.string(), z.transform(readStatuses)), z.string().check(z.minLength(1))),
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

/** The open statuses that a text names, in the board's order, with commas between. */
function readStatuses(text: string): string {
  const named = new Set(text.split(","));
  const statuses = openStatuses.filter((status) => named.has(status));
  return statuses.length === openStatuses.length ? "" : statuses.join(",");
}

/** What can be read of an address or of what was kept; the rest of it is dropped. */
export function readBoardSearch(given: Readonly<Record<string, unknown>>): BoardSearch {
  const entries = Object.entries(parts).flatMap(([key, schema]) => {
    const read = schema.safeParse(given[key]);
    return read.success ? [[key, read.data]] : [];
  });
  return Object.fromEntries(entries) as BoardSearch;
}

/** What is kept for the next visit: how a person looks at the board, and not what was looked for. */
export function storedPart({ q: _q, contents: _contents, ...lasting }: BoardSearch): BoardSearch {
  return lasting;
}

export const chosenStatuses = ({ status }: BoardSearch): readonly SessionStatus[] =>
  status === undefined ? [] : openStatuses.filter((known) => status.split(",").includes(known));

/** The address after a status was pressed: without any, all of them are shown. */
export function toggleStatus(search: BoardSearch, status: SessionStatus): BoardSearch {
  const held = chosenStatuses(search);
  const next = held.includes(status) ? held.filter((one) => one !== status) : [...held, status];
  return readBoardSearch({ ...search, status: next.join(",") });
}

/** What the service is asked for. Where the board lies and the stars are the page's own business. */
export function filterOf(search: BoardSearch): SessionFilter {
  const chosen = chosenStatuses(search);
  return {
    view: search.view ?? "user",
    statuses: chosen.length === 0 ? openStatuses : chosen,
    ...(search.runtime !== undefined && { runtime: search.runtime }),
    ...(search.root !== undefined && { root: search.root }),
    ...(search.class !== undefined && { priorityClass: search.class }),
    ...(search.origin !== undefined && { origin: search.origin }),
  };
}

export const filterNames = ["status", "class", "runtime", "root", "origin", "board", "favourites"] as const;
export type FilterName = (typeof filterNames)[number];

/** The filters that are set; the view and the archive only add or arrange. */
export const activeFilters = (search: BoardSearch): readonly FilterName[] =>
  filterNames.filter((filter) => search[filter] !== undefined);

/** The address without some of its parts. */
export const without = (search: BoardSearch, names: readonly (keyof BoardSearch)[]): BoardSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !(names as readonly string[]).includes(key)));

/** Everything that waits for a person. */
export const needsMe: BoardSearch = { status: "needs_input,failed" };

/** Whether two addresses show the same, in whatever order their parts stand. */
export const isSameSearch = (one: BoardSearch, other: BoardSearch): boolean =>
  Object.keys(parts).every((key) => one[key as keyof BoardSearch] === other[key as keyof BoardSearch]);
