import type { Turn } from "../../../server/domains/sessions/turns/model.ts";
import type { CostSoFar } from "../../../server/domains/transcripts/usage/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useMinute } from "../../lib/time.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useTurnCosts } from "../costs/api.ts";
import { costSentence, formatCost } from "../costs/format-cost.ts";
import { useTurns } from "./api.ts";
import { HistoryLine } from "./HistoryLine.tsx";
import { reasonWords, spans, standing, type TurnTone } from "./view-model.ts";

const dots: Record<TurnTone, string> = {
  running: "bg-running-dot",
  failed: "bg-failed-dot",
  rest: "bg-waiting-dot",
};

function TurnLine({ turn, cost }: { turn: Turn; cost: CostSoFar | undefined }) {
  const { words, tone } = standing(turn);
  const { waited, took } = spans(turn, useMinute());
  const facts = [
    waited !== null && `waited ${waited}`,
    took !== null && `${turn.ended_at === null ? "for" : "took"} ${took}`,
    cost && formatCost(cost),
    turn.retries > 0 && `restarted ${turn.retries === 1 ? "once" : `${turn.retries} times`}`,
  ].filter(Boolean);
  return (
    <HistoryLine dot={dots[tone]} title={reasonWords(turn)} instant={turn.created_at}>
      <p className={tone === "failed" ? "text-failed" : "text-soft"}>{words}</p>
      {facts.length > 0 && (
        <p title={cost && costSentence(cost)} className="text-2xs text-faint tabular-nums">
          {facts.join(", ")}
        </p>
      )}
    </HistoryLine>
  );
}

/** The session's turns: why each began, when, and how it ended. */
export function TurnList({ sessionId }: { sessionId: number }) {
  const { data, error, isPending } = useTurns(sessionId);
  const costs = useTurnCosts(sessionId);
  if (isPending) return <Skeleton lines={4} shape="steps" label="Loading the turns" />;
  if (!data) {
    return (
      <div className="p-4">
        <ErrorAlert title="Could not load the turns" messages={errorMessages(error)} />
      </div>
    );
  }
  if (data.length === 0)
    return (
      <EmptyState title="No turns yet" text="A turn starts with a prompt and ends when the agent stops." />
    );
  return (
    <ol aria-label="Turns, newest first" className="py-2 pe-4">
      {data.map((turn) => (
        <TurnLine key={turn.id} turn={turn} cost={costs.get(turn.id)} />
      ))}
    </ol>
  );
}
