import { text } from "./text.ts";

export interface SnoozePreset {
  label: string;
  until: Date;
}

const eveningHour = 18;
const morningHour = 9;
const monday = 1;

/** An hour of the day some days after `now`, in local time. */
const dayAt = (now: Date, days: number, hour: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);

const daysUntilMonday = (now: Date): number => (monday - now.getDay() + 7) % 7 || 7;

/** Times to snooze until, soonest first, without past times and duplicates. */
export function snoozePresets(now: Date): SnoozePreset[] {
  const inAnHour = new Date(now.getTime() + 3_600_000);
  const evening = dayAt(now, 0, eveningHour);
  const days = daysUntilMonday(now);
  return [
    { label: text.snoozePresets.hour, until: inAnHour },
    ...(evening > inAnHour ? [{ label: text.snoozePresets.evening, until: evening }] : []),
    { label: text.snoozePresets.tomorrow, until: dayAt(now, 1, morningHour) },
    ...(days > 1 ? [{ label: text.snoozePresets.monday, until: dayAt(now, days, morningHour) }] : []),
  ];
}
