import { useState } from "react";
import type { SessionState } from "../../../server/domains/sessions/states/model.ts";
import { useMinute } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadErrorAlert } from "../../ui/LoadErrorAlert.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useStates } from "./api.ts";
import { HistoryLine } from "./HistoryLine.tsx";
import { StateBar } from "./StateBar.tsx";
import { causeText, lastedText, type Phase, phaseTotals, segmentsOf, stateLabel } from "./session-states.ts";
import { text } from "./text.ts";

const dots: Record<Phase, string> = {
  running: "bg-running-dot",
  needs: "bg-needs-dot",
  failed: "bg-failed-dot",
  waiting: "bg-waiting-dot",
  asleep: "bg-waiting-dot",
  archived: "border border-waiting-dot bg-surface",
  unknown: "border border-dotted border-waiting-dot bg-surface",
};

function StateLine({ state, now }: { state: SessionState; now: number }) {
  const { label, phase } = stateLabel(state);
  const lasted = lastedText(state, now);
  return (
    <HistoryLine dot={dots[phase]} title={label} instant={state.at}>
      <p className={`wrap-anywhere ${phase === "failed" ? "text-failed" : "text-soft"}`}>
        {causeText(state)}
      </p>
      {lasted !== null && <p className="text-2xs text-faint tabular-nums">{lasted}</p>}
    </HistoryLine>
  );
}

/** Few enough to keep the turns below in view. */
const initiallyShown = 8;

function Earlier({ busy, onShow }: { busy: boolean; onShow(): void }) {
  return (
    <div className="flex justify-center p-2">
      <Button size="small" busy={busy} onClick={onShow}>
        {text.stateList.earlier}
      </Button>
    </div>
  );
}

/** The states that the session has been in: a bar, and a list with their causes. */
export function StateList({ sessionId }: { sessionId: number }) {
  const query = useStates(sessionId);
  const [isWhole, setWhole] = useState(false);
  const now = useMinute();
  const states = query.data?.pages.flatMap((page) => page.states) ?? [];
  if (query.isPending) return <Skeleton lines={4} shape="steps" label={text.stateList.loading} />;
  if (!query.data) {
    return (
      <div className="px-4 pb-3">
        <LoadErrorAlert what={text.stateList.what} error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (states.length === 0) return <EmptyState title={text.stateList.none} text={text.stateList.noneHint} />;
  const segments = segmentsOf(states, now);
  const isFolded = !isWhole && states.length > initiallyShown;
  return (
    <>
      <StateBar segments={segments} totals={phaseTotals(segments)} />
      <ol aria-label={text.stateList.list} className="pe-4">
        {(isWhole ? states : states.slice(0, initiallyShown)).map((state) => (
          <StateLine key={state.id} state={state} now={now} />
        ))}
      </ol>
      {isFolded && <Earlier busy={false} onShow={() => setWhole(true)} />}
      {!isFolded && query.hasNextPage && (
        <Earlier busy={query.isFetchingNextPage} onShow={() => void query.fetchNextPage()} />
      )}
    </>
  );
}
