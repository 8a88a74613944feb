import { defined, readDate, readNumber, readText } from "../../lib/search-values.ts";

/** The horizons that one click chooses, in days. */
export const horizons = [1, 7, 30, 90, 365] as const;
export type Horizon = (typeof horizons)[number];

/** The search parameters of the costs page; a missing one means the default. */
export interface CostsSearch {
  days?: Horizon;
  /** Dates; they take precedence over `days`. */
  from?: string;
  to?: string;
  /** An hour of this browser's clock, as a local time; it takes precedence over them. */
  hour?: string;
  root?: string;
  session?: number;
  /** Whose calls outside of sessions are listed; only in a report of everything. */
  source?: string;
}

const readHour = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:00$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** The valid parameters of an address; all others are dropped. */
export function readCostsSearch(given: Readonly<Record<string, unknown>>): CostsSearch {
  const root = readText(given["root"]);
  const session = readNumber(given["session"]);
  const isOfEverything = root === undefined && session === undefined;
  return defined({
    days: horizons.find((length) => length === Number(given["days"])),
    from: readDate(given["from"]),
    to: readDate(given["to"]),
    hour: readHour(given["hour"]),
    root,
    session,
    source: isOfEverything ? readText(given["source"]) : undefined,
  });
}
