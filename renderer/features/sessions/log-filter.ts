/** Some of the lines of a session's log, as the address has it: those of a level, or all but those. */
export const logFilters = [
  { value: "error", label: "Errors" },
  { value: "warning", label: "Warnings" },
  { value: "info", label: "Information" },
  { value: "debug", label: "Debugging" },
  { value: "verbose", label: "Verbose" },
  { value: "not_info", label: "Everything except information" },
  { value: "not_debug", label: "Everything except debugging" },
  { value: "not_verbose", label: "Everything except verbose" },
] as const;

export type LogFilter = (typeof logFilters)[number]["value"];

export const readLogFilter = (value: unknown): LogFilter | undefined =>
  logFilters.find((filter) => filter.value === value)?.value;

/** What the service is asked for; all lines without a filter. */
export function logQuery(filter: LogFilter | undefined): { level?: string; exclude_level?: string } {
  if (filter === undefined) return {};
  return filter.startsWith("not_") ? { exclude_level: filter.slice("not_".length) } : { level: filter };
}
