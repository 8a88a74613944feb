const two = (number: number): string => String(number).padStart(2, "0");

/** What a clock here shows at an instant, as a field of date and time takes it: 2031-05-20T09:00. */
export const wallClock = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;

/** The name of the zone that the clock here is in. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
