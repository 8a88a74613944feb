import { Link } from "@tanstack/react-router";
import { Section } from "../../ui/Section.tsx";
import { useGateDecisions } from "../gate-decisions/api.ts";
import { useOutcomeOf } from "./api.ts";
import { OutcomeBadge } from "./OutcomeBadge.tsx";
import { text } from "./text.ts";

/** Links to the analysis of a session, and to what it decided as a gate; nothing if there is neither. */
export function SessionOutcome({ sessionId }: { sessionId: number }) {
  const analysis = useOutcomeOf(sessionId);
  const decisions = useGateDecisions({ session: sessionId }).data?.pagination.total_count ?? 0;
  if (!analysis && decisions === 0) return null;
  return (
    <Section title={text.details.title}>
      {analysis && (
        <p className="flex flex-wrap items-center gap-x-2">
          <OutcomeBadge kind={analysis.root_outcome} />
          <Link
            to="/quality/outcomes/$id"
            params={{ id: String(sessionId) }}
            className="text-accent hover:underline"
          >
            {text.row.segments(analysis.segment_count, analysis.failure_segment_count)}
          </Link>
        </p>
      )}
      {decisions > 0 && (
        <p>
          <Link to="/quality/gates" search={{ session: sessionId }} className="text-accent hover:underline">
            {text.details.gates(decisions)}
          </Link>
        </p>
      )}
    </Section>
  );
}
