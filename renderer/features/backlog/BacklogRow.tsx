import { Link, useNavigate } from "@tanstack/react-router";
import { ExternalLink, Play } from "lucide-react";
import type { BacklogItem } from "../../../server/domains/scheduling/work-backlog/model.ts";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { DropIndicator } from "../reorder/DropIndicator.tsx";
import { useDragHandle } from "../reorder/drag-handle-context.ts";
import { restore, useBacklogChange, useStartItem } from "./api.ts";
import type { Ask } from "./ItemDialogs.tsx";
import { ItemMenu } from "./ItemMenu.tsx";
import { text } from "./text.ts";

interface Props {
  item: BacklogItem;
  /** All that are shown with it. */
  items: readonly BacklogItem[];
  ask: Ask;
}

/** What it is: its title and issue, and what is known about it. */
function Facts({ item }: { item: BacklogItem }) {
  const { key, issue_url: issue, surface, kind, estimated_cost: cost } = item;
  const facts = [surface?.replaceAll("_", " "), kind, item.scope_direction, item.agent_root];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-faint">
      {issue === null ? (
        <span>{key}</span>
      ) : (
        <a
          href={issue}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 hover:text-ink hover:underline"
        >
          {key}
          <ExternalLink aria-hidden className="size-3" />
        </a>
      )}
      {item.status !== "queued" || item.pinned ? <span>{text.band[cost]}</span> : null}
      {facts.map((fact) => fact && <span key={fact}>{fact}</span>)}
      <When item={item} />
    </p>
  );
}

/** When it was added, started or removed, and by whom. */
function When({ item }: { item: BacklogItem }) {
  const [label, at, who] =
    item.status === "started"
      ? [text.row.started, item.started_at, item.started_by]
      : item.status === "removed"
        ? [text.row.removed, item.removed_at, item.removed_by]
        : [text.row.added, item.added_at, item.added_by];
  if (at === null) return null;
  return (
    <span>
      {label} <RelativeTime instant={at} spoken /> {who !== null && text.row.by(who)}
    </span>
  );
}

/** What became of it, or what it waits for. */
function Outcome({ item }: { item: BacklogItem }) {
  const { started_session: session } = item;
  if (item.status === "removed")
    return <p className="text-sm text-soft wrap-anywhere">{item.removal_reason}</p>;
  if (item.status === "started")
    return session === null ? (
      <p className="text-sm text-soft">{text.row.sessionDeleted}</p>
    ) : (
      <Link
        to="/sessions/$id"
        params={{ id: String(session.id) }}
        className="text-sm text-soft wrap-anywhere hover:text-ink hover:underline"
      >
        {text.row.session(session.title)}
      </Link>
    );
  if (item.held)
    return (
      <p className="text-sm text-needs wrap-anywhere">
        <span className="font-medium">{text.row.held}. </span>
        {item.question === null ? text.row.noQuestion : text.row.question(item.question)}
      </p>
    );
  return item.answer === null ? null : (
    <p className="text-sm text-soft wrap-anywhere">{text.row.answer(item.answer)}</p>
  );
}

/** Starts the item, and offers its session; also once the row is gone. */
function useStart({ id, title }: BacklogItem) {
  const navigate = useNavigate();
  const { mutate, isPending } = useStartItem(id, {
    onSuccess({ session }) {
      const open = () => void navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
      toastSuccess(text.done.started(title), { action: { label: text.actions.open, onClick: open } });
    },
    onError: (error) => toastError(text.failed.start, error),
  });
  return { start: () => mutate(), isPending };
}

function Actions({ item, items, ask }: Props) {
  const { start, isPending } = useStart(item);
  const { mutate, isPending: changes } = useBacklogChange();
  const { title } = item;
  if (item.status === "started") return null;
  if (item.status === "removed")
    return (
      <Button
        size="small"
        disabled={changes}
        aria-label={text.actions.restoreOf(title)}
        onClick={() =>
          mutate(() => restore(item.id), { onError: (error) => toastError(text.failed.change, error) })
        }
      >
        {text.actions.restore}
      </Button>
    );
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {item.held && (
        <Button size="small" aria-label={text.actions.decideOf(title)} onClick={() => ask("decide", item)}>
          {text.actions.decide}
        </Button>
      )}
      <Button size="small" busy={isPending} aria-label={text.actions.startOf(title)} onClick={start}>
        <Play aria-hidden className="size-3.5" />
        {text.actions.start}
      </Button>
      <ItemMenu item={item} items={items} ask={ask} />
    </div>
  );
}

/** One item: its place, what it is, and what can be done about it. */
export function BacklogRow({ item, items, ask }: Props) {
  const handle = useDragHandle();
  const isMovable = item.status === "queued" && !item.pinned;
  return (
    <li
      data-reorder
      className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-0 hover:bg-hover"
    >
      <DropIndicator id={item.id} />
      {item.position !== null && (
        <span className="flex shrink-0 items-center gap-1">
          {/* As wide without a handle as with one, so that all places are below each other. */}
          <span className="flex w-4 pointer-coarse:w-8">{isMovable && handle?.(item.id)}</span>
          <span className="w-6 text-end text-sm tabular-nums text-soft">{item.position}</span>
        </span>
      )}
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="wrap-anywhere font-medium">{item.title}</p>
        <Outcome item={item} />
        <Facts item={item} />
      </div>
      <Actions item={item} items={items} ask={ask} />
    </li>
  );
}
