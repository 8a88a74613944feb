import { text } from "./text.ts";

/** The time left to answer; null if it is over. */
export function timeLeft(expiresAt: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(expiresAt) - now) / 1_000);
  if (!(seconds > 0)) return null;
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60),
  ];
  if (days > 0) return text.durations.days(days, hours % 24);
  if (hours > 0) return text.durations.hours(hours, minutes % 60);
  if (minutes === 0) return text.durations.seconds(seconds);
  return text.durations.minutes(minutes, String(seconds % 60).padStart(2, "0"));
}
