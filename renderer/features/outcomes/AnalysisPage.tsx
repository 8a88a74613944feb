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
import { AnalysisTree } from "./AnalysisTree.tsx";
import { useAnalysis } from "./api.ts";
import { OutcomeBadge } from "./OutcomeBadge.tsx";
import { SegmentDetails } from "./SegmentDetails.tsx";
import { SegmentTable } from "./SegmentTable.tsx";
import { text } from "./text.ts";
import { findSegment } from "./tree-layout.ts";

const link = "text-accent hover:underline";

/** What came of one session, as a tree of goals. */
export function AnalysisPage() {
  const { id } = useParams({ from: "/outcomes/$id" });
  const analysis = useAnalysis(id);
  const title = analysis.data?.outcome_analysis.session_title;
  return (
    <Page
      title={title === undefined ? text.page.title : text.one.title(title)}
      back={
        <Link
          to="/outcomes"
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
            <EmptyState title={text.one.none} text={text.one.noneHint} />
          ) : (
            <Analysis analysis={found.outcome_analysis} earlier={found.earlier} />
          )
        }
      </QueryContent>
    </Page>
  );
}

function Analysis({ analysis, earlier }: { analysis: OutcomeAnalysis; earlier: readonly OutcomeSummary[] }) {
  const { segment } = useSearch({ from: "/outcomes/$id" });
  const navigate = useNavigate({ from: "/outcomes/$id" });
  const { root } = analysis;
  const chosen = (segment === undefined ? undefined : findSegment(root, segment)) ?? root;
  const choose = (id: string): void =>
    void navigate({ search: id === root.id ? {} : { segment: id }, replace: true });
  return (
    <>
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
      <Fact label={text.one.runtime}>{analysis.agent_runtime}</Fact>
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
          <span>{text.row.segments(analysis.segment_count, analysis.failure_segment_count)}</span>
          <span className="text-faint">
            {text.row.analyzed} <RelativeTime instant={analysis.analyzed_at} spoken />
          </span>
          {analysis.notes !== null && <span className="text-soft wrap-anywhere">{analysis.notes}</span>}
        </li>
      ))}
    </ul>
  </section>
);
