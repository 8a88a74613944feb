import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type OutcomeSummary, outcomeKinds } from "../../../server/domains/outcomes/analyses/model.ts";
import { defined } from "../../lib/search-values.ts";
import { EmptyList } from "../../ui/EmptyList.tsx";
import { Page } from "../../ui/Page.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { modelName } from "../sessions/model-name.ts";
import { runtimeLabel } from "../sessions/session-fields.ts";
import { useOutcomes } from "./api.ts";
import { OutcomeBadge } from "./OutcomeBadge.tsx";
import type { OutcomesSearch } from "./outcomes-search.ts";
import { SessionFilters } from "./SessionFilters.tsx";
import { text } from "./text.ts";

const outcomeOptions = (["all", ...outcomeKinds] as const).map((value) => ({
  value,
  label: text.filters.outcomes[value],
}));

/** The sessions that were analyzed, newest first, each with what came of it. */
export function OutcomesPage() {
  const search = useSearch({ from: "/quality/outcomes" });
  const navigate = useNavigate();
  const outcomes = useOutcomes(search);
  const show = (next: OutcomesSearch): void => void navigate({ to: "/quality/outcomes", search: next });
  const { page = 1, ...filters } = search;
  const narrow = (change: object): void => show(defined({ ...filters, ...change }));
  return (
    <Page title={text.page.title} intro={text.page.intro}>
      <SessionFilters search={search} onChange={narrow}>
        <SegmentedControl
          label={text.filters.outcome}
          value={search.outcome ?? "all"}
          options={outcomeOptions}
          onChange={(outcome) => narrow({ outcome: outcome === "all" ? undefined : outcome })}
        />
      </SessionFilters>
      <QueryContent query={outcomes} what={text.page.loading}>
        {({ outcome_analyses: analyses, pagination: { total_count: total, total_pages: pages } }) => (
          <>
            {analyses.length === 0 ? (
              <EmptyList
                words={text.page}
                isFiltered={Object.keys(search).length > 0}
                onClear={() => show({})}
              />
            ) : (
              <>
                <p className="text-xs text-faint">{text.page.count(total ?? analyses.length)}</p>
                <ul aria-label={text.page.list} className="rounded-lg border border-line bg-surface">
                  {analyses.map((analysis) => (
                    <Row key={analysis.id} analysis={analysis} />
                  ))}
                </ul>
              </>
            )}
            <Pager
              label={text.page.pages}
              page={page}
              pages={pages ?? 1}
              onChange={(next) => show({ ...filters, page: next })}
            />
          </>
        )}
      </QueryContent>
    </Page>
  );
}

function Row({ analysis }: { analysis: OutcomeSummary }) {
  const { session_id: id, session_title: title, agent_root: root, agent_runtime: runtime, model } = analysis;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover">
      <span className="shrink-0 sm:w-22">
        <OutcomeBadge kind={analysis.root_outcome} />
      </span>
      <div className="min-w-0 max-sm:order-last max-sm:basis-full sm:flex-1">
        <Link
          to="/quality/outcomes/$id"
          params={{ id: String(id) }}
          className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {title}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-xs text-faint">
          <span>{text.row.segments(analysis.segment_count, analysis.failure_segment_count)}</span>
          {root !== null && <span>{root}</span>}
          <span>{runtimeLabel(runtime)}</span>
          <span title={model}>{modelName(model)}</span>
        </p>
      </div>
      <span className="text-xs text-faint max-sm:ms-auto">
        {text.row.analyzed} <RelativeTime instant={analysis.analyzed_at} spoken />
      </span>
    </li>
  );
}
