import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { OutcomeAnalysis, OutcomeSummary } from "../../../server/domains/outcomes/analyses/model.ts";
import { buttonLook } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { Page } from "../../ui/Page.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { modelName } from "../sessions/model-name.ts";
import { runtimeLabel } from "../sessions/session-fields.ts";
import { AnalysisTree } from "./AnalysisTree.tsx";
import { useAnalysis } from "./api.ts";
import { OutcomeBadge } from "./OutcomeBadge.tsx";
import { SegmentDetails } from "./SegmentDetails.tsx";
import { SegmentTable } from "./SegmentTable.tsx";
import { text } from "./text.ts";
import { findSegment } from "./tree-layout.ts";

const link = "text-accent hover:underline";
/** Among words, color alone does not show it. */
const inText = "text-accent underline";

/** What came of one session, as a tree of goals. */
export function AnalysisPage() {
  const { id } = useParams({ from: "/quality/outcomes/$id" });
  const { analysis: asked } = useSearch({ from: "/quality/outcomes/$id" });
  const analysis = useAnalysis(id, asked);
  return (
    <Page
      title={analysis.data ? titleOf(analysis.data.outcome_analysis) : text.page.title}
      back={
        <Link
          to="/quality/outcomes"
          className="inline-flex items-center gap-1 self-start text-xs text-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {text.one.back}
        </Link>
      }
      aside={
        analysis.data && (
          <Link
            to="/sessions/$id"
            params={{ id: String(analysis.data.outcome_analysis.session_id) }}
            className={buttonLook()}
          >
            {text.one.session}
          </Link>
        )
      }
    >
      <QueryContent query={analysis} what={text.one.loading}>
        {(found) =>
          found === null ? (
            <NoAnalysis id={id} isOneAsked={asked !== undefined} />
          ) : (
            <Analysis
              analysis={found.outcome_analysis}
              earlier={found.earlier}
              supersededBy={found.superseded_by}
            />
          )
        }
      </QueryContent>
    </Page>
  );
}

const titleOf = ({ session_title: title, superseded_at: supersededAt }: OutcomeSummary): string =>
  supersededAt === null ? text.one.title(title) : text.one.earlierTitle(title);

function NoAnalysis({ id, isOneAsked }: { id: string; isOneAsked: boolean }) {
  if (!isOneAsked) return <EmptyState title={text.one.none} text={text.one.noneHint} />;
  return (
    <EmptyState title={text.one.noSuch} text={text.one.noSuchHint}>
      <Link to="/quality/outcomes/$id" params={{ id }} className={link}>
        {text.one.showCurrent}
      </Link>
    </EmptyState>
  );
}

interface AnalysisProps {
  analysis: OutcomeAnalysis;
  earlier: readonly OutcomeSummary[];
  supersededBy: OutcomeSummary | null;
}

function Analysis({ analysis, earlier, supersededBy }: AnalysisProps) {
  const { segment, ...shown } = useSearch({ from: "/quality/outcomes/$id" });
  const navigate = useNavigate({ from: "/quality/outcomes/$id" });
  const { root } = analysis;
  const chosen = (segment === undefined ? undefined : findSegment(root, segment)) ?? root;
  const choose = (id: string): void =>
    void navigate({ search: id === root.id ? shown : { ...shown, segment: id }, replace: true });
  return (
    <>
      {supersededBy && <Supersession of={analysis} by={supersededBy} />}
      <Facts analysis={analysis} />
      {analysis.notes !== null && (
        <section aria-label={text.one.notes} className="text-sm">
          <h2 className="text-xs font-semibold text-soft">{text.one.notes}</h2>
          <p className="wrap-anywhere whitespace-pre-line">{analysis.notes}</p>
        </section>
      )}
      <AnalysisTree root={root} chosen={chosen.id} onChoose={choose} />
      <SegmentDetails segment={chosen} />
      <SegmentTable root={root} onChoose={choose} />
      {earlier.length > 0 && <Earlier analyses={earlier} />}
    </>
  );
}

/** Which analysis took the place of an earlier one, and the way to it. */
function Supersession({ of, by }: { of: OutcomeSummary; by: OutcomeSummary }) {
  const isCurrent = by.superseded_at === null;
  const params = { id: String(of.session_id) };
  return (
    <p
      role="note"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-surface px-3 py-2 text-sm"
    >
      <span>
        {text.one.superseded}{" "}
        {of.superseded_at !== null && <RelativeTime instant={of.superseded_at} spoken />}{" "}
        {text.one.supersededBy}{" "}
        <Link
          to="/quality/outcomes/$id"
          params={params}
          search={isCurrent ? {} : { analysis: by.id }}
          className={inText}
        >
          {isCurrent ? text.one.currentOne : text.one.laterOne}
        </Link>
      </span>
      <OutcomeBadge kind={by.root_outcome} />
      <span className="text-xs text-faint">
        {text.row.segments(by.segment_count, by.failure_segment_count)}
      </span>
      {!isCurrent && (
        <Link to="/quality/outcomes/$id" params={params} className={`${link} ms-auto`}>
          {text.one.showCurrent}
        </Link>
      )}
    </p>
  );
}

function Facts({ analysis }: { analysis: OutcomeAnalysis }) {
  const { analyzer_session_id: analyzer, agent_root: root } = analysis;
  return (
    <dl
      aria-label={text.one.facts}
      className="m-0 grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1 text-sm sm:grid-cols-[8rem_1fr_8rem_1fr]"
    >
      <Fact label={text.one.outcome}>
        <OutcomeBadge kind={analysis.root_outcome} />
      </Fact>
      <Fact label={text.one.goals}>
        {text.row.segments(analysis.segment_count, analysis.failure_segment_count)}
      </Fact>
      <Fact label={text.one.runtime}>{runtimeLabel(analysis.agent_runtime)}</Fact>
      <Fact label={text.one.model}>{modelName(analysis.model)}</Fact>
      {root !== null && <Fact label={text.one.root}>{root}</Fact>}
      <Fact label={text.one.created}>
        <RelativeTime instant={analysis.session_created_at} spoken />
      </Fact>
      <Fact label={text.one.analyzed}>
        <RelativeTime instant={analysis.analyzed_at} spoken />
      </Fact>
      {analyzer !== null && (
        <Fact label={text.one.by}>
          <Link to="/sessions/$id" params={{ id: String(analyzer) }} className={link}>
            {text.one.sessionOf(analyzer)}
          </Link>
        </Fact>
      )}
    </dl>
  );
}

const Earlier = ({ analyses }: { analyses: readonly OutcomeSummary[] }) => (
  <section aria-label={text.one.earlier} className="text-xs">
    <h2 className="font-semibold text-soft">{text.one.earlier}</h2>
    <p className="text-faint">{text.one.earlierHint}</p>
    <ul className="mt-1 flex flex-col gap-1">
      {analyses.map((analysis) => (
        <li key={analysis.id} className="flex flex-wrap items-center gap-x-3">
          <OutcomeBadge kind={analysis.root_outcome} />
          <Link
            to="/quality/outcomes/$id"
            params={{ id: String(analysis.session_id) }}
            search={{ analysis: analysis.id }}
            className={link}
          >
            {text.row.segments(analysis.segment_count, analysis.failure_segment_count)}
          </Link>
          <span className="text-faint">
            {text.row.analyzed} <RelativeTime instant={analysis.analyzed_at} spoken />
          </span>
          {analysis.notes !== null && <span className="text-soft wrap-anywhere">{analysis.notes}</span>}
        </li>
      ))}
    </ul>
  </section>
);
