import { fullTime } from "../../lib/time.ts";
import { type Phase, phaseLabels, type Share, type Stretch } from "./state-words.ts";

/** A height besides a colour, and stripes where two would be alike: no state is told by its colour alone. */
const looks: Record<Phase, string> = {
  running: "h-3 bg-running-dot",
  needs: "h-3 bg-[repeating-linear-gradient(135deg,var(--needs-dot)_0_3px,transparent_3px_5px)]",
  failed: "h-3 bg-[repeating-linear-gradient(90deg,var(--failed-dot)_0_2px,transparent_2px_3px)]",
  waiting: "h-1.5 bg-waiting-dot",
  asleep: "h-0.5 bg-waiting-dot",
  archived: "h-1.5 border border-waiting-dot",
  unknown: "h-0 border-b-2 border-dotted border-waiting-dot",
};

const sharesWords = (shares: readonly Share[]): string =>
  shares.map(({ phase, words }) => `${phaseLabels[phase]} ${words}`).join(", ");

interface Props {
  stretches: readonly Stretch[];
  shares: readonly Share[];
}

/** The states one after another, as wide as they were long; under it what each look means, and how long it was in all. */
export function StateBar({ stretches, shares }: Props) {
  const since = stretches[0]?.at ?? "";
  return (
    <div className="px-4 pb-2">
      <div
        role="img"
        aria-label={`States since ${fullTime(since)}: ${sharesWords(shares)}`}
        className="flex h-3 items-end gap-px"
      >
        {stretches.map(({ id, phase, ms }) => (
          <span
            key={id}
            className={`min-w-0.75 basis-0 ${looks[phase]}`}
            style={{ flexGrow: Math.max(ms, 1) }}
          />
        ))}
      </div>
      <ul
        aria-label="Total time per state"
        className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-2xs text-soft"
      >
        {shares.map(({ phase, words }) => (
          <li key={phase} className="flex items-center gap-1.5">
            <span aria-hidden className={`w-3 shrink-0 ${looks[phase]}`} />
            <span>
              {phaseLabels[phase]} <span className="text-faint tabular-nums">{words}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
