import { useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useState } from "react";
import type { CostReport } from "../../../server/domains/usage/costs/model.ts";
import { formatChange, formatShare } from "../../lib/percent.ts";
import { calendarTime } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { DateField } from "../../ui/DateField.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Page } from "../../ui/Page.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { useBurnNow, useCosts, viewerOffset } from "./api.ts";
import type { BudgetTarget } from "./BudgetDialog.tsx";
import { Budgets } from "./Budgets.tsx";
import { CostCalls } from "./CostCalls.tsx";
import { CostGroups } from "./CostGroups.tsx";
import { Coverage } from "./Coverage.tsx";
import { barLabel, chartOf, type Split } from "./chart.ts";
import { type CostsSearch, type Horizon, horizons } from "./costs-search.ts";
import { DayTable } from "./DayTable.tsx";
import { Experiments } from "./Experiments.tsx";
import { FeatureCosts } from "./FeatureCosts.tsx";
import { formatCount, formatDollars } from "./format-cost.ts";
import { Prices } from "./Prices.tsx";
import { StackedBars } from "./StackedBars.tsx";
import { text } from "./text.ts";

type Narrow = (change: CostsSearch) => void;

/** What calls to models cost in a window: charts, tables, and the sessions and calls behind them. */
export function CostsPage() {
  const search = useSearch({ from: "/costs" });
  const navigate = useNavigate();
  const costs = useCosts(search);
  const narrow: Narrow = (next) => void navigate({ to: "/costs", search: next });
  return (
    <Page
      title={text.page.title}
      intro={text.page.intro}
      aside={<WindowFields search={search} narrow={narrow} />}
    >
      <Scopes search={search} narrow={narrow} />
      <QueryContent query={costs} what={text.page.loading}>
        {(report) => <Report report={report} search={search} narrow={narrow} />}
      </QueryContent>
    </Page>
  );
}

function WindowFields({ search, narrow }: { search: CostsSearch; narrow: Narrow }) {
  const { days, from, to, hour: _hour, ...scope } = search;
  const isOwn = from !== undefined || to !== undefined;
  const setDate = (name: "from" | "to", value: string) => {
    const dates = { ...(from && { from }), ...(to && { to }) };
    const { [name]: _old, ...others } = dates;
    narrow({ ...scope, ...others, ...(value !== "" && { [name]: value }) });
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <SegmentedControl
        label={text.page.window}
        value={isOwn ? "" : String(days ?? 7)}
        options={horizons.map((length) => ({ value: String(length), label: text.page.horizons[length] }))}
        onChange={(value) => narrow({ ...scope, days: Number(value) as Horizon })}
      />
      <div className="flex min-w-0 gap-2 max-sm:basis-full">
        {(["from", "to"] as const).map((name) => (
          <DateField
            key={name}
            label={text.page[name]}
            value={name === "from" ? from : to}
            onChange={(date) => setDate(name, date ?? "")}
          />
        ))}
      </div>
    </div>
  );
}

/** What the report is narrowed to; each can be taken away. */
function Scopes({ search, narrow }: { search: CostsSearch; narrow: Narrow }) {
  const { root, session, source, ...window } = search;
  const { from, to, days: _days, hour: _hour, ...scope } = search;
  const { hour, ...withoutHour } = search;
  const { source: _source, ...withoutSource } = search;
  const chips = [
    from !== undefined && to !== undefined && from === to ? { label: barLabel(from), without: scope } : null,
    hour === undefined ? null : { label: barLabel(hour), without: withoutHour },
    root === undefined
      ? null
      : { label: text.page.root(root), without: { ...window, ...(session && { session }) } },
    session === undefined
      ? null
      : { label: text.page.session(session), without: { ...window, ...(root && { root }) } },
    source === undefined
      ? null
      : { label: text.page.source(text.sources[source] ?? source), without: withoutSource },
  ].filter((chip) => chip !== null);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={text.page.scope} className="flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Button size="small" onClick={() => narrow(without)} aria-label={text.page.remove(label)}>
            {label}
            <X aria-hidden className="size-3.5" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Report({ report, search, narrow }: { report: CostReport; search: CostsSearch; narrow: Narrow }) {
  const [split, setSplit] = useState<Split>("models");
  if (report.totals.api_calls === 0)
    return (
      <>
        <EmptyState title={text.page.empty} text={text.page.emptyHint} />
        <Budgets targets={targetsOf(report, search)} />
        <Coverage coverage={report.ledger_coverage} />
      </>
    );
  const chart = chartOf(report, split, viewerOffset);
  const { days: _days, from: _from, to: _to, hour: _hour, ...scope } = search;
  const isHourly = report.window.bucket === "hour";
  return (
    <>
      <Totals report={report} search={search} />
      {report.unpriced_models.length > 0 && (
        <p className="rounded-md bg-needs-soft px-3 py-2 text-xs text-needs">
          {text.page.unpriced(report.unpriced_models.join(", "))}
        </p>
      )}
      <section
        aria-label={text.page.chart}
        className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3"
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-xs font-semibold text-soft">{text.page.chart}</h2>
          <SegmentedControl<Split>
            label={text.page.split}
            value={split}
            options={[
              { value: "models", label: text.columns.model },
              { value: "roots", label: text.columns.root },
            ]}
            onChange={setSplit}
          />
        </div>
        <StackedBars
          label={text.page.chart}
          chart={chart}
          onChoose={
            search.hour === undefined
              ? ({ day }) => narrow(isHourly ? { ...search, hour: day } : { ...scope, from: day, to: day })
              : null
          }
        />
        <DayTable chart={chart} />
      </section>
      <Budgets targets={targetsOf(report, search)} />
      <CostGroups report={report} search={search} narrow={narrow} />
      <FeatureCosts
        features={report.by_feature}
        title={search.session === undefined ? text.features.title : text.features.ofSession}
      />
      {search.session === undefined && <Experiments experiments={report.experiments} />}
      {search.session !== undefined && <CostCalls key={JSON.stringify(search)} search={search} />}
      <Prices
        models={report.by_model
          .filter(({ others }) => others === null)
          .toSorted((one, other) => Number(one.priced) - Number(other.priced))}
      />
      <Coverage coverage={report.ledger_coverage} />
      <p className="text-2xs text-faint">
        {report.pricing.note} {text.page.asOf(calendarTime(report.pricing.as_of, true))}
      </p>
    </>
  );
}

/** What a budget can be for: what the report is narrowed to first. */
function targetsOf({ by_agent_root: roots }: CostReport, { root, session }: CostsSearch): BudgetTarget[] {
  const named = new Set([
    ...(root === undefined ? [] : [root]),
    ...roots.flatMap(({ agent_root: name, others }) => (name === null || others !== null ? [] : [name])),
  ]);
  return [
    ...(session === undefined ? [] : [{ scope: "session" as const, session_id: session }]),
    { scope: "all" as const },
    ...[...named].map((name) => ({ scope: "agent_root" as const, agent_root: name })),
  ];
}

function Totals({ report, search }: { report: CostReport; search: CostsSearch }) {
  const now = useBurnNow(search);
  const { totals, previous, projection } = report;
  const share = totals.cache_hit_share;
  const figures = [
    {
      label: text.totals.total,
      value: formatDollars(totals.cost_usd),
      hint: changeOf(totals.cost_usd, previous.cost_usd),
    },
    {
      label: text.totals.now,
      value: now === null ? "–" : formatDollars(now),
      hint: now === null ? "" : text.totals.nowPerDay(formatDollars(now * 24)),
    },
    {
      label: text.totals.month,
      value: formatDollars(projection.usd_per_month),
      hint: text.totals.perDay(formatDollars(projection.usd_per_day)),
    },
    {
      label: text.totals.tokens,
      value: formatCount(totals.tokens),
      hint: text.totals.calls(formatCount(totals.api_calls)),
    },
    {
      label: text.totals.cached,
      value: share === null ? "–" : formatShare(share),
      hint: text.totals.cachedHint,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {figures.map(({ label, value, hint }) => (
        <div key={label} className="rounded-lg border border-line bg-surface px-3 py-2">
          <dt className="text-2xs text-soft">{label}</dt>
          <dd className="m-0 text-lg font-semibold tabular-nums">{value}</dd>
          <dd className="m-0 text-2xs text-faint">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

function changeOf(now: number, before: number): string {
  if (before === 0) return text.totals.noneBefore;
  return text.totals.change(formatChange(((now - before) / before) * 100));
}
