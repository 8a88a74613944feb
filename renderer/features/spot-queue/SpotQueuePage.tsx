import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SpotPolicy } from "../../../server/domains/scheduling/admission/model.ts";
import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import { localizeTimes, useMinute } from "../../lib/time.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PlainPage } from "../../ui/PlainPage.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toastError } from "../../ui/toasts.ts";
import { ReorderableList } from "../reorder/ReorderableList.tsx";
import { useReorderState } from "../reorder/reorder.store.ts";
import { type SpotQueue, useQueueChange, useSpotQueue } from "./api.ts";
import { ForceStartDialog } from "./ForceStartDialog.tsx";
import { PauseAll } from "./PauseAll.tsx";
import { PolicyForm } from "./PolicyForm.tsx";
import { QueueRow } from "./QueueRow.tsx";
import { text } from "./text.ts";
import { useReorderSpotQueue } from "./use-reorder-spot-queue.ts";
import { burnSentence, paceSentence, withPickedUp } from "./view-model.ts";

/** What quota leaves to spot sessions, and how fast they use it; only where the windows are known in dollars. */
function Pace({ decision }: { decision: SpotPolicy["decision"] }) {
  const windows = decision.windows.filter(({ unit }) => unit === "usd");
  if (windows.length === 0) return null;
  return (
    <ul aria-label={text.pace.label} className="flex flex-col gap-0.5 text-soft">
      {windows.map((window) => (
        <li key={window.name} className="tabular-nums">
          {paceSentence(window)}
        </li>
      ))}
      <li className="tabular-nums">{burnSentence(decision)}</li>
    </ul>
  );
}

/** How much works now, and what holds the rest. */
function State({ queue: { spot_policy: policy, total } }: { queue: SpotQueue }) {
  const { on_a_worker, awaiting_a_worker, max_concurrent_sessions } = policy.decision;
  const { all_paused: paused, hold } = policy;
  const now = useMinute();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-0.5">
        <p className="font-medium">
          {text.waits(total)} · {text.working(on_a_worker, awaiting_a_worker, max_concurrent_sessions)}
        </p>
        {paused === null ? (
          <p className="text-soft">
            {hold === null ? text.flows : localizeTimes(`${hold.why} ${hold.until}`, now)}
          </p>
        ) : (
          <p className="text-soft">
            {text.all.paused(paused.by)} <RelativeTime instant={paused.at} spoken />.
          </p>
        )}
        <Pace decision={policy.decision} />
      </div>
      <PauseAll isPaused={paused !== null} working={on_a_worker + awaiting_a_worker} />
    </div>
  );
}

function List({ queue: { entries, total } }: { queue: SpotQueue }) {
  const { mutate, isPending } = useQueueChange();
  const area = useReorderSpotQueue(entries, (run) =>
    mutate(run, { onError: (error) => toastError(text.moveFailed, error) }),
  );
  const pickedUp = useReorderState((state) => state.pickedUp);
  const [forced, setForced] = useState<QueueEntry | null>(null);
  if (entries.length === 0) return <EmptyState title={text.empty} text={text.emptyHint} />;
  const start = (run: () => Promise<unknown>): void =>
    mutate(run, { onError: (error) => toastError(text.startFailed, error) });
  return (
    <>
      <ReorderableList on={entries.length > 1} {...area}>
        <ol aria-label={text.list} className="rounded-lg border border-line bg-surface">
          {withPickedUp(entries, pickedUp).map((entry) => (
            <QueueRow key={entry.id} entry={entry} busy={isPending} start={start} force={setForced} />
          ))}
        </ol>
        {total > entries.length && (
          <p className="text-xs text-faint">{text.firstOnly(entries.length, total)}</p>
        )}
      </ReorderableList>
      <ForceStartDialog entry={forced} onClose={() => setForced(null)} />
    </>
  );
}

/** The spot queue in the order of admission, and the rules that hold it. */
export function SpotQueuePage() {
  const queue = useSpotQueue();
  return (
    <PlainPage title={text.title} intro={text.intro}>
      <QueryContent query={queue} what={text.loading}>
        {(shown) => (
          <>
            <State queue={shown} />
            <List queue={shown} />
            <PolicyForm policy={shown.spot_policy} />
          </>
        )}
      </QueryContent>
      <nav aria-label={text.related} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Link to="/inference" className="text-accent hover:underline">
          {text.accounts}
        </Link>
        <Link
          to="/settings/$section"
          params={{ section: "defaults" }}
          className="text-accent hover:underline"
        >
          {text.defaults}
        </Link>
      </nav>
    </PlainPage>
  );
}
