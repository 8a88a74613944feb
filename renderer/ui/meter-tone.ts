export type MeterTone = "calm" | "warns" | "full";

/** How a bar looks that is as full as `share` (0 to 1), which warns from `warnShare` on. */
export function toneOf(share: number, warnShare = 0.8): MeterTone {
  if (share >= 1) return "full";
  return share >= warnShare ? "warns" : "calm";
}
