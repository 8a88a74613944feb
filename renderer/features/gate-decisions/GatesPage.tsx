import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useState } from "react";
import type { GateDecisionSummary } from "../../../server/domains/outcomes/gate-decisions/model.ts";
import { defined } from "../../lib/search-values.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyList } from "../../ui/EmptyList.tsx";
import { Page } from "../../ui/Page.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useGateDecisions } from "./api.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import { GateFilters } from "./GateFilters.tsx";
import type { GatesSearch } from "./gates-search.ts";
import { text } from "./text.ts";

/** What gates decided, newest first. */
export function GatesPage() {
  const search = useSearch({ from: "/quality/gates" });
  const navigate = useNavigate({ from: "/quality/gates" });
  const decisions = useGateDecisions(search);
  const show = (next: GatesSearch): void => void navigate({ search: next });
  const { page = 1, ...filters } = search;
  const [cleared, setCleared] = useState(0);
  const clear = (): void => {
    setCleared(cleared + 1);
    show({});
  };
  return (
    <Page title={text.page.title} intro={text.page.intro}>
      <GateFilters
        key={cleared}
        search={search}
        onChange={(change) =>
          // What is typed takes effect later, when other filters may have changed.
          void navigate({
            search: ({ page: _page, ...before }) => defined({ ...before, ...change }),
            replace: true,
          })
        }
      />
      <Chips search={filters} show={show} />
      <QueryContent query={decisions} what={text.page.loading}>
        {({ gate_decisions: found, pagination: { total_count: total, total_pages: pages } }) => (
          <>
            {found.length === 0 ? (
              <EmptyList words={text.page} isFiltered={Object.keys(search).length > 0} onClear={clear} />
            ) : (
              <>
                <p className="text-xs text-faint">{text.page.count(total ?? found.length)}</p>
                <ul aria-label={text.page.list} className="rounded-lg border border-line bg-surface">
                  {found.map((decision) => (
                    <DecisionRow key={decision.id} decision={decision} />
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

interface ChipsProps {
  search: GatesSearch;
  show(search: GatesSearch): void;
}

/** What links from other pages narrowed the list to; each can be taken away. */
function Chips({ search, show }: ChipsProps) {
  const { about, session, ...others } = search;
  const chips = [
    ...(about === undefined
      ? []
      : [{ label: text.filters.exact(about), without: defined({ ...others, session }) }]),
    ...(session === undefined
      ? []
      : [{ label: text.filters.session(session), without: defined({ ...others, about }) }]),
  ];
  if (chips.length === 0) return null;
  return (
    <ul aria-label={text.filters.chips} className="flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label} className="min-w-0">
          <Button
            size="small"
            className="max-w-full"
            onClick={() => show(without)}
            aria-label={text.filters.remove(label)}
          >
            <span className="truncate">{label}</span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** One decision of a list. */
export function DecisionRow({ decision }: { decision: GateDecisionSummary }) {
  const { id, title, artifact_url: url, surface, human_feedback: feedback } = decision;
  const agree = feedback.filter(({ verdict }) => verdict === "agree").length;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover">
      <span className="flex min-w-0 shrink-0 sm:w-28">
        <DecisionBadge decision={decision.decision} />
      </span>
      <div className="min-w-0 max-sm:order-last max-sm:basis-full sm:flex-1">
        <Link
          to="/quality/gates/$id"
          params={{ id: String(id) }}
          className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {title ?? url}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-xs text-faint">
          <span>{text.gates[decision.gate]}</span>
          {surface !== null && <span>{surface.replaceAll("_", " ")}</span>}
          {title !== null && <span className="wrap-anywhere">{url}</span>}
        </p>
      </div>
      <span className="text-xs text-faint max-sm:ms-auto">
        {feedback.length > 0 && (
          <span className="me-3 text-soft">{text.row.feedback(agree, feedback.length - agree)}</span>
        )}
        {text.row.decided} <RelativeTime instant={decision.decided_at} spoken />
      </span>
    </li>
  );
}
