import { GitFork, Link2, RemoveFormatting } from "lucide-react";
import { fullTime, timeOfDay } from "../../../lib/time.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { anchorOf, itemText, type TimelineItem } from "../view-model.ts";
import { text } from "./text.ts";
import { entryElement } from "./use-entry-keys.ts";

/** Copies a link to a line of the transcript. */
export function copyLink(index: number): void {
  const url = new URL(location.href);
  url.hash = anchorOf(index);
  const confirm = () => toastSuccess(text.actions.linkCopied(index));
  void navigator.clipboard.writeText(url.href).then(confirm);
}

/** A response as plain text. */
const plainText = (item: TimelineItem): string =>
  entryElement(item.key)?.querySelector<HTMLElement>(".markdown")?.innerText ?? itemText(item);

interface Props {
  item: TimelineItem;
  onFork(index: number): void;
}

/**
 * The actions of an entry, shown under the pointer and while the focus is in the entry. On touch screens collapsed
 * entries show them once expanded.
 */
export function EntryActions({ item, onFork }: Props) {
  const { index, timestamp, event } = item.entry;
  const isMessage = event.type === "user" || event.type === "assistant";
  return (
    <div
      className={`absolute end-1 top-1 z-10 flex items-center rounded-md bg-raised ps-2 text-2xs text-faint opacity-0 shadow-xs transition-opacity group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 pointer-coarse:static pointer-coarse:justify-end pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:shadow-none ${isMessage ? "" : "pointer-coarse:hidden pointer-coarse:group-has-[[aria-expanded=true]]/entry:flex"}`}
    >
      {timestamp !== null && (
        <time dateTime={timestamp} title={fullTime(timestamp)} className="pe-1 tabular-nums">
          {timeOfDay(timestamp)}
        </time>
      )}
      <CopyButton label={text.actions.copyText} text={() => itemText(item)} />
      {event.type === "assistant" && (
        <CopyButton label={text.actions.copyPlain} Icon={RemoveFormatting} text={() => plainText(item)} />
      )}
      <IconButton label={text.actions.copyLink(index)} onClick={() => copyLink(index)}>
        <Link2 aria-hidden className="size-3.5" />
      </IconButton>
      <IconButton label={text.actions.fork(index)} onClick={() => onFork(index)}>
        <GitFork aria-hidden className="size-3.5" />
      </IconButton>
    </div>
  );
}
