import type { CostReport } from "../../../server/domains/usage/costs/model.ts";
import { formatChange } from "../../lib/percent.ts";
import { CsvButton } from "./CsvButton.tsx";
import { formatCount, formatDollars } from "./format-cost.ts";
import { TableHead } from "./TableHead.tsx";
import { text } from "./text.ts";

type Experiment = CostReport["experiments"][number];
type Comparison = Pick<Experiment, "on" | "off" | "per_call_change_pct" | "per_session_change_pct">;

const sides = ["on", "off"] as const;
const percentOf = (change: number): string => formatChange(change, 1);
const price = (usd: number | null): string => (usd === null ? "\u2013" : formatDollars(usd));

/** What sessions with an experimental setting cost beside those without (R188). */
export function Experiments({ experiments }: { experiments: readonly Experiment[] }) {
  const seen = experiments.filter(
    ({ on, off, mixed_sessions: mixed }) => on.sessions + off.sessions + mixed > 0,
  );
  if (seen.length === 0) return null;
  return (
    <section
      aria-label={text.experiments.title}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div>
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-xs font-semibold text-soft">{text.experiments.title}</h2>
          <CsvButton
            of={text.experiments.title}
            file="costs-by-experimental-setting"
            columns={[text.experiments.title, ...text.experiments.columns]}
            rows={seen.flatMap((experiment) =>
              sides.map((side) => {
                const { sessions, api_calls: calls, usd_per_call, usd_per_session } = experiment[side];
                return [
                  experiment.title,
                  text.experiments[side],
                  sessions,
                  calls,
                  usd_per_call,
                  usd_per_session,
                ];
              }),
            )}
          />
        </div>
        <p className="text-2xs text-soft">{text.experiments.intro}</p>
      </div>
      {seen.map((experiment) => (
        <Setting key={experiment.key} experiment={experiment} />
      ))}
    </section>
  );
}

function Setting({ experiment }: { experiment: Experiment }) {
  const { title, blurb, mixed_sessions: mixed } = experiment;
  // Where all sessions are too few, those of some roots are as well: that is said once.
  const same = experiment.per_call_change_pct === null ? null : experiment.same_roots;
  return (
    <div>
      <h3 className="text-xs font-semibold" title={blurb}>
        {title}
      </h3>
      <p className="text-sm">
        {headline(experiment)} <span className="text-2xs text-needs">{text.experiments.notRandomized}</span>
      </p>
      <Sides experiment={experiment} />
      <ul className="mt-1.5 flex flex-col gap-0.5 text-2xs text-soft">
        {experiment.per_session_change_pct !== null && (
          <li>{text.experiments.perSession(percentOf(experiment.per_session_change_pct))}</li>
        )}
        {same !== null && (
          <li>
            {text.experiments.sameRoots(
              text.experiments.roots(same.roots),
              `${headline(same)} (${sizes(same)})`,
            )}
          </li>
        )}
        {mixed > 0 && <li>{text.experiments.mixed(mixed)}</li>}
      </ul>
    </div>
  );
}

const headline = ({ per_call_change_pct: change }: Comparison): string =>
  change === null ? text.experiments.tooFew : text.experiments.perCall(percentOf(change));

const sizes = ({ on, off }: Comparison): string =>
  text.experiments.sizes(formatCount(on.sessions), formatCount(off.sessions));

function Sides({ experiment }: { experiment: Experiment }) {
  const [of, ...figures] = text.experiments.columns;
  return (
    <table aria-label={experiment.title} className="mt-1 w-full max-w-md text-xs tabular-nums">
      <TableHead of={of} columns={figures.map((label) => ({ label }))} />
      <tbody>
        {sides.map((side) => {
          const { sessions, api_calls: calls, usd_per_call, usd_per_session } = experiment[side];
          const values = [
            formatCount(sessions),
            formatCount(calls),
            price(usd_per_call),
            price(usd_per_session),
          ];
          return (
            <tr key={side}>
              <th scope="row" className="py-0.5 text-start font-normal">
                {text.experiments[side]}
              </th>
              {values.map((value, at) => (
                <td key={figures[at]} className="ps-3 text-end">
                  {value}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
