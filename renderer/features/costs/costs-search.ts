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

const isDate = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

const isHour = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:00$/.test(value) && !Number.isNaN(Date.parse(value));

const nameIn = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim().slice(0, 500) : "";

/** The valid parameters of an address; all others are dropped. */
export function readCostsSearch(given: Readonly<Record<string, unknown>>): CostsSearch {
  const days = horizons.find((length) => length === Number(given["days"]));
  const { from, to, hour, root, session, source } = given;
  const rootName = nameIn(root);
  const sessionId = /^\d{1,15}$/.test(String(session)) ? Number(session) : undefined;
  const sourceName = rootName === "" && sessionId === undefined ? nameIn(source) : "";
  return {
    ...(days !== undefined && { days }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
    ...(isHour(hour) && { hour }),
    ...(rootName !== "" && { root: rootName }),
    ...(sessionId !== undefined && { session: sessionId }),
    ...(sourceName !== "" && { source: sourceName }),
  };
}
