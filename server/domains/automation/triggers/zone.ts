/** HH:MM and YYYY-MM-DD of an instant in the zone, a name from the IANA database. */
export function clockOf(at: number, zone: string): { time: string; date: string } {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const [date = "", time = ""] = format.format(at).split(" ");
  return { time, date };
}
