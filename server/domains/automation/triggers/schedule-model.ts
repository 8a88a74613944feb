/** The words of a schedule's settings. */
export const scheduleUnits = ["minutes", "hours", "days", "weeks"] as const;
export const weekDays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export const missedRunRules = ["run_once", "skip"] as const;
