import type { Turn } from "../../../server/domains/turns/turns/model.ts";
import type { CostSoFar } from "../../../server/domains/usage/calls/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { useMinute } from "../../lib/time.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useTurnCosts } from "../costs/api.ts";
import { costSentence, formatCost } from "../costs/format-cost.ts";
import { useTurns } from "./api.ts";
import { HistoryLine } from "./HistoryLine.tsx";
import { text } from "./text.ts";
import { type TurnTone, turnDurations, turnStatus } from "./turns.ts";

const dots: Record<TurnTone, string> = {
  running: "bg-running-dot",
  failed: "bg-failed-dot",
  quiet: "bg-waiting-dot",
};

function TurnLine({ turn, cost }: { turn: Turn; cost: CostSoFar | undefined }) {
  const { label, tone } = turnStatus(turn);
  const { waited, took } = turnDurations(turn, useMinute());
  const facts = [
    waited !== null && text.turnList.waited(waited),
    took !== null && (turn.ended_at === null ? text.turnList.running(took) : text.turnList.took(took)),
    cost && formatCost(cost),
    turn.retries > 0 && text.turnList.restarted(turn.retries),
  ].filter(Boolean);
  return (
    <HistoryLine dot={dots[tone]} title={text.turnKinds[turn.kind]} instant={turn.created_at}>
      <p className={tone === "failed" ? "text-failed" : "text-soft"}>{label}</p>
      {facts.length > 0 && (
        <p title={cost && costSentence(cost)} className="text-2xs text-faint tabular-nums">
          {facts.join(", ")}
        </p>
      )}
    </HistoryLine>
  );
}

/** The turns of the session: why and when each started, and how it ended. */
export function TurnList({ sessionId }: { sessionId: number }) {
  const { data, error, isPending } = useTurns(sessionId);
  const costs = useTurnCosts(sessionId);
  if (isPending) return <Skeleton lines={4} shape="steps" label={text.turnList.loading} />;
  if (!data) {
    return (
      <div className="p-4">
        <ErrorAlert title={text.turnList.failed} messages={errorMessages(error)} />
      </div>
    );
  }
  if (data.length === 0) return <EmptyState title={text.turnList.none} text={text.turnList.noneHint} />;
  return (
    <ol aria-label={text.turnList.list} className="py-2 pe-4">
      {data.map((turn) => (
        <TurnLine key={turn.id} turn={turn} cost={costs.get(turn.id)} />
      ))}
    </ol>
  );
}
