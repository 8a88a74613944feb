import { Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import type { QueueEntry } from "../../../server/domains/scheduling/queue/model.ts";
import { localizeTimes, useMinute } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { DropIndicator } from "../reorder/DropIndicator.tsx";
import { useDragHandle } from "../reorder/drag-handle-context.ts";
import { startNow } from "./api.ts";
import { text } from "./text.ts";

interface Props {
  entry: QueueEntry;
  busy: boolean;
  start(run: () => Promise<unknown>): void;
  /** Asks whether to start it with another session's thread. */
  force(entry: QueueEntry): void;
}

/** A session in the queue: its place, why it waits, when it starts, and what can be done about it. */
export function QueueRow({ entry, busy, start, force }: Props) {
  const handle = useDragHandle();
  const now = useMinute();
  const { id, title, position, why, starts, waiting_since } = entry;
  return (
    <li
      data-reorder
      className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover"
    >
      <DropIndicator id={id} />
      <span className="flex shrink-0 items-center gap-1">
        {handle?.(id)}
        <span className="w-6 text-end text-sm tabular-nums text-soft">{position}</span>
      </span>
      <div className="min-w-0 flex-[1_1_12rem]">
        <Link
          to="/sessions/$id"
          params={{ id: String(id) }}
          className="wrap-anywhere font-medium hover:underline"
        >
          {title}
        </Link>
        <p className="text-sm text-soft">{why}</p>
        <p className="flex flex-wrap gap-x-3 text-xs text-faint">
          <span>{localizeTimes(starts, now)}</span>
          {waiting_since !== null && (
            <span>
              {text.waiting} <RelativeTime instant={waiting_since} />
            </span>
          )}
          {entry.paused && <span>{text.paused}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {entry.victim !== null && (
          <Button size="small" disabled={busy} onClick={() => force(entry)}>
            <span className="max-w-56 truncate">{text.forceStart(entry.victim.title)}</span>
          </Button>
        )}
        {entry.startable && (
          <Button
            size="small"
            disabled={busy}
            aria-label={text.startNowOf(title)}
            onClick={() => start(() => startNow(id))}
          >
            <Play aria-hidden className="size-3.5" />
            {text.startNow}
          </Button>
        )}
      </div>
    </li>
  );
}
