import { Link, useParams } from "@tanstack/react-router";
import { ArrowLeft, ExternalLink } from "lucide-react";
import type { GateDecision } from "../../../server/domains/outcomes/gate-decisions/model.ts";
import { ApiError } from "../../lib/api-error.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { Page } from "../../ui/Page.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useGateDecision, useGateDecisions } from "./api.ts";
import { DecisionBadge } from "./DecisionBadge.tsx";
import { EntryValue, fieldName, isShort } from "./EntryValue.tsx";
import { Feedback } from "./Feedback.tsx";
import { DecisionRow } from "./GatesPage.tsx";
import { text } from "./text.ts";

const link = "text-accent hover:underline";
/** What the head of the page says already. */
const shownAbove = new Set(["title", "decision", "artifact_url", "decided_at", "producing_session_url"]);

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

/** One decision: what the gate wrote, and what people said of it. */
export function GateDecisionPage() {
  const { id } = useParams({ from: "/quality/gates/$id" });
  const query = useGateDecision(id);
  const decision = query.data?.gate_decision;
  return (
    <Page
      title={decision?.title ?? decision?.artifact_url ?? text.page.title}
      back={
        <Link
          to="/quality/gates"
          className="inline-flex items-center gap-1 self-start text-xs text-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {text.one.back}
        </Link>
      }
    >
      {isMissing(query.error) ? (
        <EmptyState title={text.one.notFound} text={text.one.notFoundHint} />
      ) : (
        <QueryContent query={query} what={text.one.loading}>
          {({ gate_decision: found }) => <Decision decision={found} />}
        </QueryContent>
      )}
    </Page>
  );
}

function Decision({ decision }: { decision: GateDecision }) {
  const fields = Object.entries(decision.payload).filter(([key]) => !shownAbove.has(key));
  const long = fields.filter(([, value]) => !isShort(value));
  const short = fields.filter(([, value]) => isShort(value));
  return (
    <>
      <div className="grid gap-4 md:grid-cols-[1fr_18rem]">
        <section aria-label={text.one.entry} className="flex min-w-0 flex-col gap-3 text-sm">
          <h2 className="text-xs font-semibold text-soft">{text.one.entry}</h2>
          {long.length === 0 && <p className="text-soft">{text.one.nothing}</p>}
          {long.map(([key, value]) => (
            <div key={key}>
              <h3 className="text-xs text-faint">{fieldName(key)}</h3>
              <EntryValue value={value} />
            </div>
          ))}
        </section>
        <Aside decision={decision} fields={short} />
      </div>
      <Feedback key={decision.id} decision={decision} />
      <Others decision={decision} />
    </>
  );
}

interface AsideProps {
  decision: GateDecision;
  /** The short ones of the entry. */
  fields: readonly [key: string, value: unknown][];
}

function Aside({ decision, fields }: AsideProps) {
  const { writing_session_id: session, producing_session_url: producer, surface } = decision;
  return (
    <aside aria-label={text.one.facts} className="rounded-lg border border-line bg-surface px-4 py-3 text-xs">
      <dl className="m-0 grid grid-cols-[6rem_1fr] gap-x-3 gap-y-1.5">
        <Fact label={text.one.decision}>
          <DecisionBadge decision={decision.decision} />
        </Fact>
        <Fact label={text.one.gate}>{text.gates[decision.gate]}</Fact>
        <Fact label={text.one.about}>
          <a href={decision.artifact_url} target="_blank" rel="noreferrer noopener" className={link}>
            {decision.artifact_url}
            <ExternalLink aria-hidden className="ms-1 inline size-3" />
          </a>
        </Fact>
        {surface !== null && <Fact label={text.one.surface}>{surface.replaceAll("_", " ")}</Fact>}
        <Fact label={text.one.decided}>
          <RelativeTime instant={decision.decided_at} spoken />
        </Fact>
        <Fact label={text.one.recorded}>
          <RelativeTime instant={decision.recorded_at} spoken /> {text.one.via[decision.recorded_via]}
        </Fact>
        {session !== null && (
          <Fact label={text.one.by}>
            <Link to="/sessions/$id" params={{ id: String(session) }} className={link}>
              {text.one.session(session)}
            </Link>
          </Fact>
        )}
        {producer !== null && (
          <Fact label={text.one.producer}>
            <EntryValue value={producer} />
          </Fact>
        )}
        {fields.map(([key, value]) => (
          <Fact key={key} label={fieldName(key)}>
            <EntryValue value={value} />
          </Fact>
        ))}
      </dl>
    </aside>
  );
}

/** A gate that decides again adds a decision about the same pull request or issue. */
function Others({ decision }: { decision: GateDecision }) {
  const { data } = useGateDecisions({ about: decision.artifact_url });
  const others = data?.gate_decisions.filter(({ id }) => id !== decision.id) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label={text.one.others} className="flex flex-col gap-1.5">
      <h2 className="text-xs font-semibold text-soft">{text.one.others}</h2>
      <ul className="rounded-lg border border-line bg-surface">
        {others.map((other) => (
          <DecisionRow key={other.id} decision={other} />
        ))}
      </ul>
    </section>
  );
}
