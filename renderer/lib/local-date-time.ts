const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** What a clock here shows at an instant, as a field of date and time takes it: 2031-05-20T09:00. */
export const localDateTime = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** The name of the zone that the clock here is in. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
