import { fullTime } from "../../lib/time.ts";
import type { Phase, PhaseTotal, Segment } from "./session-states.ts";
import { text } from "./text.ts";

/** Heights and stripes distinguish the phases too, so that no state is shown by color alone. */
const looks: Record<Phase, string> = {
  running: "h-3 bg-running-dot",
  needs: "h-3 bg-[repeating-linear-gradient(135deg,var(--needs-dot)_0_3px,transparent_3px_5px)]",
  failed: "h-3 bg-[repeating-linear-gradient(90deg,var(--failed-dot)_0_2px,transparent_2px_3px)]",
  waiting: "h-1.5 bg-waiting-dot",
  asleep: "h-0.5 bg-waiting-dot",
  archived: "h-1.5 border border-waiting-dot",
  unknown: "h-0 border-b-2 border-dotted border-waiting-dot",
};

const totalsText = (totals: readonly PhaseTotal[]): string =>
  totals.map(({ phase, duration }) => `${text.phases[phase]} ${duration}`).join(", ");

interface Props {
  segments: readonly Segment[];
  totals: readonly PhaseTotal[];
}

/** A bar of the states in proportion to their durations, with a legend that has the total time of each phase. */
export function StateBar({ segments, totals }: Props) {
  const since = segments[0]?.at ?? "";
  return (
    <div className="px-4 pb-2">
      <div
        role="img"
        aria-label={text.stateBar.label(fullTime(since), totalsText(totals))}
        className="flex h-3 items-end gap-px"
      >
        {segments.map(({ id, phase, ms }) => (
          <span
            key={id}
            className={`min-w-0.75 basis-0 ${looks[phase]}`}
            style={{ flexGrow: Math.max(ms, 1) }}
          />
        ))}
      </div>
      <ul
        aria-label={text.stateBar.totals}
        className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-2xs text-soft"
      >
        {totals.map(({ phase, duration }) => (
          <li key={phase} className="flex items-center gap-1.5">
            <span aria-hidden className={`w-3 shrink-0 ${looks[phase]}`} />
            <span>
              {text.phases[phase]} <span className="text-faint tabular-nums">{duration}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
