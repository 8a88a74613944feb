const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** An instant in local time, in the format of a date and time field: 2031-05-20T09:00. */
export const localDateTime = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** The name of the local time zone. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The instant at which a date begins here. */
const startOfDate = (date: string): string => new Date(`${date}T00:00`).toISOString();

/** The instant at which a date ends here. */
function endOfDate(date: string): string {
  const day = new Date(`${date}T00:00`);
  day.setDate(day.getDate() + 1);
  return day.toISOString();
}

/** The bounds of an hour of the clocks here; when they go back it lasts two hours. */
export function instantsOfHour(hour: string) {
  const from = new Date(hour);
  const to = new Date(hour);
  to.setHours(to.getHours() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}

/** From the first moment of a date to the last of another one, whichever is the earlier. */
export function instantsOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const [first, last] = from !== undefined && to !== undefined && from > to ? [to, from] : [from, to];
  return {
    ...(first !== undefined && { from: startOfDate(first) }),
    ...(last !== undefined && { to: endOfDate(last) }),
  };
}
