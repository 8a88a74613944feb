import type { VerdictCounts } from "../../../server/domains/outcomes/goal-reports/model.ts";
import { text } from "./text.ts";

export const verdictOrder = ["met", "unmet", "pending", "unknown"] as const;

const verdictColors: Readonly<Record<keyof VerdictCounts, string>> = {
  met: "var(--running-dot)",
  unmet: "var(--failed-dot)",
  pending: "var(--needs-dot)",
  unknown: "var(--waiting-dot)",
};

const total = (counts: VerdictCounts): number =>
  verdictOrder.reduce((sum, verdict) => sum + counts[verdict], 0);

/** How many have each verdict, as one bar. The figures beside it say the same. */
export function VerdictBar({ counts }: { counts: VerdictCounts }) {
  const all = total(counts);
  return (
    <span aria-hidden className="flex h-2 w-full min-w-12 gap-px overflow-hidden rounded-sm bg-sunken">
      {verdictOrder.map((verdict) =>
        counts[verdict] === 0 ? null : (
          <span
            key={verdict}
            className="h-2"
            style={{ width: `${(counts[verdict] / all) * 100}%`, background: verdictColors[verdict] }}
          />
        ),
      )}
    </span>
  );
}

/** The verdicts of all, each with its share. */
export function VerdictFigures({ counts }: { counts: VerdictCounts }) {
  const all = total(counts);
  return (
    <dl className="m-0 grid grid-cols-2 gap-2 sm:grid-cols-4">
      {verdictOrder.map((verdict) => (
        <div key={verdict} className="rounded-lg border border-line bg-surface px-3 py-2">
          <dt className="flex items-center gap-1.5 text-2xs text-soft">
            <span
              aria-hidden
              className="size-2.5 rounded-sm"
              style={{ background: verdictColors[verdict] }}
            />
            {text.verdicts[verdict]}
          </dt>
          <dd className="m-0 text-lg font-semibold tabular-nums">
            {text.share(counts[verdict], all === 0 ? 0 : Math.round((counts[verdict] / all) * 100))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
