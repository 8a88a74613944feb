import { type KeyboardEvent, useState } from "react";
import { type Bar, barLabel, type Chart, spansYears } from "./chart.ts";
import { formatCount, formatDollars } from "./format-cost.ts";
import { text } from "./text.ts";

interface Props {
  label: string;
  chart: Chart;
  /** Null for bars that cannot be narrowed further. */
  onChoose: ((bar: Bar) => void) | null;
}

/** Of more bars, some would be as thin as the gaps between them. */
const mostWithGaps = 120;

/**
 * Dollars by day, stacked by series. Each bar is a button that screen readers reach; for the keyboard the chart is one stop,
 * in which the arrow keys move.
 */
export function StackedBars({ label, chart, onChoose }: Props) {
  const { bars, series, top } = chart;
  const [shownDay, setShownDay] = useState<string | null>(null);
  const shown = bars.find(({ day }) => day === shownDay);
  const { chosen, setFocused, keyDown } = useBarKeys(bars);
  const [first] = bars;
  const last = bars.at(-1);
  return (
    <figure aria-label={label} className="m-0 flex flex-col gap-2">
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-soft">
        {shown === undefined ? (
          <Legend chart={chart} />
        ) : (
          <span className="tabular-nums">{readout(shown, chart)}</span>
        )}
      </figcaption>
      <div className="flex gap-2">
        <div aria-hidden className="flex flex-col justify-between text-2xs text-faint tabular-nums">
          <span>{formatDollars(top)}</span>
          <span>{formatDollars(top / 2)}</span>
          <span>$0</span>
        </div>
        <div
          className={`flex h-44 min-w-0 flex-1 items-stretch border-y border-line sm:h-56 ${bars.length > mostWithGaps ? "" : "gap-px"}`}
          onMouseLeave={() => setShownDay(null)}
          onKeyDown={keyDown}
        >
          {bars.map((bar) => (
            <button
              key={bar.day}
              type="button"
              tabIndex={bar.day === chosen ? 0 : -1}
              aria-label={readout(bar, chart)}
              aria-disabled={onChoose === null || bar.calls === 0 || undefined}
              className="group flex min-w-0 flex-1 flex-col-reverse hover:bg-hover focus-visible:bg-hover"
              onMouseEnter={() => setShownDay(bar.day)}
              onFocus={() => {
                setShownDay(bar.day);
                setFocused(bar.day);
              }}
              onBlur={() => setShownDay(null)}
              onClick={() => {
                if (bar.calls > 0) onChoose?.(bar);
              }}
            >
              {bar.parts.map((usd, at) =>
                usd === 0 ? null : (
                  <span
                    key={String(series[at]?.name)}
                    className="w-full shrink-0"
                    style={{ height: `${(usd / top) * 100}%`, background: series[at]?.color }}
                  />
                ),
              )}
            </button>
          ))}
        </div>
      </div>
      {first && last && (
        <div aria-hidden className="flex justify-between ps-10 text-2xs text-faint">
          <span>{barLabel(first.day, spansYears(bars))}</span>
          {bars.length > 1 && <span>{barLabel(last.day, spansYears(bars))}</span>}
        </div>
      )}
    </figure>
  );
}

/** By how many bars a key moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Which bar the Tab key reaches: the one that last had the focus, the last one at first. */
function useBarKeys(bars: readonly Bar[]) {
  const [focused, setFocused] = useState<string | null>(null);
  const known = bars.findIndex(({ day }) => day === focused);
  const at = known === -1 ? bars.length - 1 : known;
  return {
    chosen: bars[at]?.day,
    setFocused,
    keyDown(event: KeyboardEvent<HTMLElement>): void {
      const step = steps[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const next = Math.min(Math.max(at + step, 0), bars.length - 1);
      (event.currentTarget.children[next] as HTMLElement | undefined)?.focus();
    },
  };
}

function Legend({ chart }: { chart: Chart }) {
  return chart.series.map(({ name, label, color }) => (
    <span key={`${name} ${label}`} className="inline-flex items-center gap-1.5">
      <span aria-hidden className="size-2.5 rounded-sm" style={{ background: color }} />
      {label}
    </span>
  ));
}

function readout(bar: Bar, { bars, series }: Chart): string {
  const parts = bar.parts.flatMap((usd, at) =>
    usd === 0 ? [] : [`${series[at]?.label ?? ""} ${formatDollars(usd)}`],
  );
  const total = text.bar(
    barLabel(bar.day, spansYears(bars)),
    formatDollars(bar.usd),
    formatCount(bar.tokens),
  );
  return parts.length > 1 ? `${total} · ${parts.join(" · ")}` : total;
}
