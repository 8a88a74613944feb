import type { Event } from "../event.ts";
import { asNumber, asObject, type Json } from "../json.ts";

export type QuotaWindow = Extract<Event, { kind: "quota" }>["windows"][number];

const windowNames = new Map([
  [300, "five_hour"],
  [10_080, "seven_day"],
]);
const nearlyFull = 0.99;

/** The windows of an `account/rateLimits/updated` notification; empty when it names none. */
export function quotaWindows(params: Json): readonly QuotaWindow[] {
  const limits = asObject(params["rateLimits"]);
  return [limits["primary"], limits["secondary"]].flatMap((entry) => {
    const window = asObject(entry);
    const usedPercent = asNumber(window["usedPercent"]);
    if (usedPercent === null) return [];
    const resetsAt = asNumber(window["resetsAt"]);
    return [
      {
        name: windowName(asNumber(window["windowDurationMins"])),
        utilization: usedPercent / 100,
        resetAt: resetsAt === null ? null : resetsAt * 1000,
      },
    ];
  });
}

/** When the last of the used-up windows opens again; null when none is known to be used up. */
export function quotaResetAt(windows: readonly QuotaWindow[]): number | null {
  const times = windows.flatMap(({ utilization, resetAt }) =>
    utilization !== null && utilization >= nearlyFull && resetAt !== null ? [resetAt] : [],
  );
  return times.length > 0 ? Math.max(...times) : null;
}

export function windowName(minutes: number | null): string {
  if (minutes === null) return "unknown";
  return windowNames.get(minutes) ?? `${minutes}_minutes`;
}
