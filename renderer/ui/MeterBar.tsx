import type { MeterTone } from "./meter-tone.ts";

const fills: Readonly<Record<MeterTone, string>> = {
  calm: "bg-accent-fill",
  warns: "bg-needs-dot",
  full: "bg-failed-dot",
};

interface Props {
  label: string;
  /** From 0 to 1; null if unknown. */
  share: number | null;
  valueText: string;
  tone: MeterTone;
  isSlim?: boolean;
}

/** A bar that is as full as a share says. */
export function MeterBar({ label, share, valueText, tone, isSlim = false }: Props) {
  const percent = Math.min(Math.max(share ?? 0, 0), 1) * 100;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={valueText}
      className={`${isSlim ? "h-1" : "h-1.5"} overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset`}
    >
      {share !== null && (
        <div
          className={`h-full rounded-full ${fills[tone]}`}
          style={{ width: `${Math.max(percent, share > 0 ? 2 : 0)}%` }}
        />
      )}
    </div>
  );
}
