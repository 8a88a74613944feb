import { CsvButton } from "./CsvButton.tsx";
import { barLabel, type Chart, spansYears } from "./chart.ts";
import { formatCount, formatDollars } from "./format-cost.ts";
import { onlyOnWideScreens, TableHead } from "./TableHead.tsx";
import { text } from "./text.ts";

/** The chart as a table: what each bar consists of. */
export function DayTable({ chart }: { chart: Chart }) {
  const bars = chart.bars.filter(({ calls }) => calls > 0);
  const names = chart.series.map(({ label }) => label);
  const { day, cost, tokens, calls } = text.columns;
  return (
    <details>
      <summary className="cursor-pointer text-xs text-soft">{text.asTable}</summary>
      <div className="flex justify-end">
        <CsvButton
          of={text.page.chart}
          file="costs-by-day"
          columns={[day, ...chart.series.map(({ name, label }) => name || label), cost, tokens, calls]}
          rows={bars.map((bar) => [bar.day, ...bar.parts, bar.usd, bar.tokens, bar.calls])}
        />
      </div>
      <section
        aria-label={text.asTable}
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table aria-label={text.page.chart} className="w-full text-xs tabular-nums">
          <TableHead
            of={day}
            columns={[
              ...chart.series.map(({ name, label }) => ({ label, title: name || label, onlyWide: true })),
              ...[cost, tokens, calls].map((label) => ({ label })),
            ]}
          />
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.day}>
                <th scope="row" className="py-1 text-start font-normal whitespace-nowrap">
                  {barLabel(bar.day, spansYears(chart.bars))}
                </th>
                {bar.parts.map((usd, at) => (
                  <td key={names[at]} className={`ps-3 text-end ${onlyOnWideScreens}`}>
                    {usd === 0 ? "\u2013" : formatDollars(usd)}
                  </td>
                ))}
                <td className="ps-3 text-end">{formatDollars(bar.usd)}</td>
                <td className="ps-3 text-end">{formatCount(bar.tokens)}</td>
                <td className="ps-3 text-end">{formatCount(bar.calls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
