import { text } from "./text.ts";

/** Which lines of a session's log are shown: those of one level, or all except those. */
const filterNames = [
  "error",
  "warning",
  "info",
  "debug",
  "verbose",
  "not_info",
  "not_debug",
  "not_verbose",
] as const;

export type LogFilter = (typeof filterNames)[number];

export const logFilters = filterNames.map((value) => ({ value, label: text.logFilters[value] }));

export const readLogFilter = (value: unknown): LogFilter | undefined =>
  filterNames.find((name) => name === value);

/** The query that asks the service for these lines; all lines without a filter. */
export function logQuery(filter: LogFilter | undefined): { level?: string; exclude_level?: string } {
  if (filter === undefined) return {};
  return filter.startsWith("not_") ? { exclude_level: filter.slice("not_".length) } : { level: filter };
}
