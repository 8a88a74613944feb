import type { GoalCheck } from "../../../server/domains/sessions/goals/model.ts";
import { text } from "./text.ts";

const radius = 6;
const around = 2 * Math.PI * radius;

const tones = {
  met: "text-running",
  unmet: "text-needs",
  pending: "text-waiting-dot",
  unknown: "text-waiting-dot",
} as const satisfies Record<GoalCheck["verdict"], string>;

/** How many of the goal's checks are met, as a ring and a number. */
export function GoalRing({ check }: { check: GoalCheck }) {
  const total = check.criteria.length;
  if (total === 0) return null;
  const met = check.criteria.filter(({ verdict }) => verdict === "met").length;
  const open = check.criteria.filter(({ verdict }) => verdict !== "met");
  const label = text.goal(met, total);
  return (
    <span
      role="img"
      aria-label={label}
      title={[label, ...open.map((each) => `${each.label}: ${each.reason}`)].join("\n")}
      className="relative z-10 inline-flex h-5 shrink-0 items-center gap-1 text-2xs text-soft tabular-nums"
    >
      <svg aria-hidden viewBox="0 0 16 16" className={`size-3.5 -rotate-90 ${tones[check.verdict]}`}>
        <circle cx="8" cy="8" r={radius} fill="none" strokeWidth="2.5" className="stroke-line" />
        {met > 0 && (
          <circle
            cx="8"
            cy="8"
            r={radius}
            fill="none"
            strokeWidth="2.5"
            stroke="currentColor"
            strokeDasharray={`${(around * met) / total} ${around}`}
          />
        )}
      </svg>
      <span aria-hidden>
        {met}/{total}
      </span>
    </span>
  );
}
