import { Link } from "@tanstack/react-router";
import type { CostReport } from "../../../server/domains/usage/costs/model.ts";
import { modelNames } from "../sessions/model-name.ts";
import { CostCalls } from "./CostCalls.tsx";
import { type CostRow, CostTable } from "./CostTable.tsx";
import { CsvButton } from "./CsvButton.tsx";
import type { CostsSearch } from "./costs-search.ts";
import { formatDollars } from "./format-cost.ts";
import { text } from "./text.ts";

interface Spent {
  cost_usd: number;
  tokens: number;
  api_calls: number;
}

const rowOf = (name: string, { cost_usd: usd, tokens, api_calls: calls }: Spent): CostRow => ({
  key: name,
  name,
  usd,
  tokens,
  calls,
});

/** What a row is called, also if it stands for several. */
const othersOr = (name: string, { others }: { others: number | null }): string =>
  others === null ? name : text.others(others);

interface Props {
  report: CostReport;
  search: CostsSearch;
  narrow(change: CostsSearch): void;
}

const chooser = "block max-w-full truncate text-start text-accent hover:underline";

/** The tables of a report, each with what narrows it further. */
export function CostGroups({ report, search, narrow }: Props) {
  const { top_sessions: sessions, by_agent_root: roots, by_thread_kind: kinds } = report;
  const nameOf = modelNames(report.by_model.map(({ model }) => model));
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <CostTable
        title={text.groups.sessions}
        of={text.columns.session}
        file="costs-by-session"
        rows={sessions.map((row) => ({
          ...rowOf(row.title, row),
          key: String(row.session_id ?? row.title),
          label:
            row.session_id === null ? (
              othersOr(row.title, row)
            ) : (
              <SessionLabel {...row} id={row.session_id} search={search} />
            ),
        }))}
      />
      <CostTable
        title={text.groups.roots}
        of={text.columns.root}
        file="costs-by-agent-root"
        rows={roots.map((row) => {
          const name = row.agent_root;
          const label =
            name === null || row.others !== null ? undefined : (
              <button
                type="button"
                className={`${chooser} -my-0.75`}
                onClick={() => narrow({ ...search, root: name })}
              >
                {name}
              </button>
            );
          return { ...rowOf(name ?? text.noRoot, row), label: label ?? othersOr(name ?? text.noRoot, row) };
        })}
      />
      <CostTable
        title={text.groups.models}
        of={text.columns.model}
        file="costs-by-model"
        rows={report.by_model.map((row) => ({
          ...rowOf(row.model, row),
          label: <span title={row.model}>{othersOr(row.priced ? nameOf(row.model) : row.model, row)}</span>,
          unpriced: !row.priced,
        }))}
      />
      <Breakdown report={report} />
      <CostTable
        title={text.groups.kinds}
        of={text.columns.kind}
        file="costs-by-thread"
        rows={kinds.map((row) => rowOf(text.threads[row.kind], row))}
      />
      <CostTable
        title={text.groups.adHoc}
        of={text.columns.source}
        file="costs-outside-sessions"
        rows={report.by_adhoc_source.map((row) => {
          const name = text.sources[row.source] ?? row.source;
          const label =
            row.others === null ? <SourceLabel name={name} source={row.source} search={search} /> : null;
          return { ...rowOf(name, row), label: label ?? othersOr(name, row) };
        })}
      />
      {search.source !== undefined && (
        <CostCalls
          key={JSON.stringify(search)}
          search={search}
          title={text.calls.outside(text.sources[search.source] ?? search.source)}
        />
      )}
      <BurnRates report={report} />
    </div>
  );
}

function SessionLabel({ id, title, search }: { id: number; title: string; search: CostsSearch }) {
  return (
    <span className="flex items-baseline gap-2">
      <Link to="/sessions/$id" params={{ id: String(id) }} className={chooser}>
        {title}
      </Link>
      {search.session === undefined && (
        <Link
          to="/costs"
          search={{ ...search, session: id }}
          className="shrink-0 text-2xs text-soft underline"
          aria-label={text.callsOf(title)}
        >
          {text.columns.calls}
        </Link>
      )}
    </span>
  );
}

/** What made calls outside of sessions, with the way to them. */
function SourceLabel({ name, source, search }: { name: string; source: string; search: CostsSearch }) {
  return (
    <span className="flex items-baseline gap-2">
      <span className="truncate">{name}</span>
      {search.session === undefined && (
        <Link
          to="/costs"
          search={{ ...search, source }}
          className="shrink-0 text-2xs text-soft underline"
          aria-label={text.callsOf(name)}
          aria-current={search.source === source ? "true" : undefined}
        >
          {text.columns.calls}
        </Link>
      )}
    </span>
  );
}

/** Where the tokens went, as a bar and a table. */
function Breakdown({ report }: { report: CostReport }) {
  const parts = report.cost_breakdown.filter(({ cost_usd: usd, tokens }) => usd > 0 || tokens > 0);
  return (
    <CostTable
      title={text.groups.tokens}
      of={text.columns.tokensOf}
      file="costs-by-token"
      rows={parts.map(({ component, cost_usd: usd, tokens, share }) => ({
        key: component,
        name: text.components[component],
        label: (
          <span className="flex items-center gap-2">
            <span className="w-24 shrink-0">{text.components[component]}</span>
            <span aria-hidden className="h-2 min-w-0 flex-1 rounded-sm bg-sunken">
              <span
                className="block h-2 rounded-sm"
                style={{ width: `${share * 100}%`, background: "var(--series-1)" }}
              />
            </span>
          </span>
        ),
        usd,
        tokens,
        calls: 0,
      }))}
      withoutCalls
    />
  );
}

function BurnRates({ report }: { report: CostReport }) {
  const rates = report.burn_rates ?? [];
  if (rates.length === 0) return null;
  const nameOf = modelNames(rates.map(({ model }) => model));
  return (
    <section aria-label={text.groups.burn} className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-1.5 flex items-center justify-between gap-3">
        <h2 className="text-xs font-semibold text-soft">{text.groups.burn}</h2>
        <CsvButton
          of={text.groups.burn}
          file="costs-per-hour"
          columns={[text.columns.root, text.columns.model, text.columns.perHour, text.columns.sampled]}
          rows={rates.map((rate) => [rate.harness, rate.model, rate.usd_per_hour, rate.sample_session_count])}
        />
      </div>
      <table className="w-full text-xs tabular-nums">
        <thead className="text-2xs text-faint">
          <tr>
            {[text.columns.root, text.columns.model, text.columns.perHour, text.columns.sampled].map(
              (column, at) => (
                <th
                  key={column}
                  scope="col"
                  className={`font-medium ${at < 2 ? "text-start" : "ps-3 text-end"}`}
                >
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rates.map(({ harness, model, usd_per_hour: usd, sample_session_count: count }) => (
            <tr key={`${harness} ${model}`}>
              <th scope="row" className="py-1 text-start font-normal">
                {harness}
              </th>
              <td title={model}>{nameOf(model)}</td>
              <td className="ps-3 text-end">{formatDollars(usd)}</td>
              <td className="ps-3 text-end">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
