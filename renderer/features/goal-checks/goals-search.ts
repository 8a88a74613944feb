import { defined } from "../../lib/search-values.ts";
import { readSessionsSearch, type SessionsSearch } from "../outcomes/outcomes-search.ts";

/** The windows that one click chooses, in days. */
export const horizons = [7, 30, 90] as const;
type Horizon = (typeof horizons)[number];

/** The search parameters of the page of goal checks. Dates take precedence over `days`. */
export interface GoalsSearch extends SessionsSearch {
  days?: Horizon;
}

/** The valid parameters of an address; all others are dropped. */
export const readGoalsSearch = (given: Readonly<Record<string, unknown>>): GoalsSearch => ({
  ...readSessionsSearch(given),
  ...defined({ days: horizons.find((length) => length === Number(given["days"])) }),
});
