/** What a wake's time says before any clock is asked. */
export type WakeTime =
  | { kind: "naive"; text: string }
  | { kind: "refused"; why: "date_only" | "offset_given" | "utc_elsewhere" };

/** A trailing Z is taken where the zone is UTC anyway; any other offset would contradict the zone. */
export function readWakeTime(text: string, zone: string): WakeTime {
  const trimmed = text.trim();
  if (/^\d{4}-\d\d-\d\d$/.test(trimmed)) return { kind: "refused", why: "date_only" };
  if (/T.*[+-]\d\d(?::?\d\d)?$/i.test(trimmed)) return { kind: "refused", why: "offset_given" };
  if (!/Z$/i.test(trimmed)) return { kind: "naive", text: trimmed };
  if (!/^(?:UTC|Etc\/UTC)$/i.test(zone)) return { kind: "refused", why: "utc_elsewhere" };
  return { kind: "naive", text: trimmed.slice(0, -1) };
}

const leastLeadMs = 30_000;

/** Half a minute is left for the turn to end; both are epoch ms. */
export const isFarEnough = (at: number, now: number): boolean => at - now > leastLeadMs;

/** Stands for the time of a wake that waits for an event: the last moment a date can hold, so that such wakes sort last. */
export const noTime = 8.64e15;

/** What the agent reads when a wake fires; `news` says in a clause why it does. */
export const wakePrompt = ({ news, prompt }: { news: string; prompt: string }): string =>
  `[Signalbox] This is an automatic message, not a person: ${news}.\n\n${prompt}`;
