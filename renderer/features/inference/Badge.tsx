import type { BadgeTone } from "./view-model.ts";

const tones: Readonly<Record<BadgeTone, string>> = {
  plain: "bg-sunken text-soft",
  good: "bg-running-soft text-running",
  warns: "bg-needs-soft text-needs",
  bad: "bg-failed-soft text-failed",
};

export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: string }) {
  return (
    <span className={`rounded-sm px-1.5 text-2xs font-medium whitespace-nowrap ${tones[tone]}`}>
      {children}
    </span>
  );
}
