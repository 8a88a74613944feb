export interface SnoozePreset {
  label: string;
  until: Date;
}

const eveningHour = 18;
const morningHour = 9;
const monday = 1;

/** That hour of the day so many days after `now`, by the clocks here. */
const dayAt = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);

const daysUntilMonday = (now: Date): number => (monday - now.getDay() + 7) % 7 || 7;

/** When a snooze may end, soonest first; what is past or falls on the same moment is left out. */
export function snoozePresets(now: Date): SnoozePreset[] {
  const inAnHour = new Date(now.getTime() + 3_600_000);
  const evening = dayAt(now, 0, eveningHour);
  const days = daysUntilMonday(now);
  return [
    { label: "In an hour", until: inAnHour },
    ...(evening > inAnHour ? [{ label: "This evening", until: evening }] : []),
    { label: "Tomorrow", until: dayAt(now, 1, morningHour) },
    ...(days > 1 ? [{ label: "Next Monday", until: dayAt(now, days, morningHour) }] : []),
  ];
}
