import { ArrowDown, ArrowUp, Paperclip, Pencil, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { useDraft } from "../../lib/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { DropIndicator } from "../reorder/DropIndicator.tsx";
import { useDragHandle } from "../reorder/drag-handle-context.ts";
import { editMessage, enqueueMessage, moveMessage, sendMessageNow, withdrawMessage } from "./api.ts";
import { text } from "./text.ts";
import type { QueueEntry } from "./view-model.ts";

type Change = (change: () => Promise<unknown>) => void;

interface Props {
  entry: QueueEntry;
  busy: boolean;
  change: Change;
}

function MoveButtons({ entry, busy, change }: Props) {
  const { message, up, down } = entry;
  const move = (position: number | null) => () => {
    if (position !== null) change(() => moveMessage(message.session_id, message.id, position));
  };
  return (
    <>
      <IconButton label={text.queuedMessage.up} disabled={busy || up === null} onClick={move(up)}>
        <ArrowUp aria-hidden className="size-3.5" />
      </IconButton>
      <IconButton label={text.queuedMessage.down} disabled={busy || down === null} onClick={move(down)}>
        <ArrowDown aria-hidden className="size-3.5" />
      </IconButton>
    </>
  );
}

/** Deleting a message without attachments can be undone; otherwise it asks first. */
function DeleteButton({ entry: { message }, busy, change }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { id, session_id: session, content, attachments } = message;
  const undo = (): void => change(() => enqueueMessage(session, content));
  const remove = (): void => {
    if (attachments.length === 0) {
      return change(async () => {
        await withdrawMessage(session, id);
        toastSuccess(text.queuedMessage.deleted, { undo });
      });
    }
    setConfirmation({
      title: text.queuedMessage.deleteTitle,
      description: text.queuedMessage.deleteDescription,
      actionLabel: text.queuedMessage.deleteConfirm,
      run: async () => change(() => withdrawMessage(session, id)),
    });
  };
  return (
    <>
      <IconButton label={text.queuedMessage.delete} disabled={busy} onClick={remove}>
        <Trash2 aria-hidden className="size-3.5" />
      </IconButton>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}

function MessageActions({ entry, busy, change, onEdit }: Props & { onEdit(): void }) {
  const { message } = entry;
  if (entry.lockedAs !== null) {
    return <span className="shrink-0 px-2 text-xs text-faint">{text.locked[entry.lockedAs]}</span>;
  }
  return (
    <span className="flex shrink-0">
      <MoveButtons entry={entry} busy={busy} change={change} />
      <IconButton label={text.queuedMessage.edit} disabled={busy} onClick={onEdit}>
        <Pencil aria-hidden className="size-3.5" />
      </IconButton>
      <DeleteButton entry={entry} busy={busy} change={change} />
      <IconButton
        label={text.queuedMessage.sendNow}
        disabled={busy}
        onClick={() => change(() => sendMessageNow(message.session_id, message.id))}
      >
        <Zap aria-hidden className="size-3.5" />
      </IconButton>
    </span>
  );
}

/** Edits a message. The edit is a draft, so that it survives leaving the page. */
function Editor({ entry, busy, change, draftId, onDone }: Props & { draftId: string; onDone(): void }) {
  const [typed, setTyped] = useDraft(draftId);
  const { message } = entry;
  const save = (): void => {
    change(async () => {
      await editMessage(message.session_id, message.id, typed);
      onDone();
    });
  };
  return (
    <div className="flex flex-col gap-2 p-1">
      <textarea
        // The field opens after a click on Edit.
        autoFocus
        aria-label={text.queuedMessage.field}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
        className="field field-sizing-content max-h-60 min-h-16"
      />
      <div className="flex justify-end gap-2">
        <Button size="small" variant="quiet" onClick={onDone}>
          {text.queuedMessage.cancel}
        </Button>
        <Button size="small" busy={busy} disabled={typed.trim() === ""} onClick={save}>
          {text.queuedMessage.save}
        </Button>
      </div>
    </div>
  );
}

export function QueuedMessage(props: Props) {
  const { message } = props.entry;
  const draftId = sessionDraft(message.session_id, `message:${message.id}`);
  const [draft, setDraft] = useDraft(draftId);
  const renderHandle = useDragHandle();
  const editing = draft !== "" && props.entry.lockedAs === null;
  if (editing)
    return (
      <li className="border-b border-line last:border-0">
        <Editor {...props} draftId={draftId} onDone={() => setDraft("")} />
      </li>
    );
  const origin = text.origins[message.origin];
  return (
    <li
      data-reorder
      className="relative flex items-center gap-2 border-b border-line py-0.5 ps-3 pe-1 last:border-0"
    >
      <DropIndicator id={message.id} />
      {props.entry.lockedAs === null && renderHandle?.(message.id)}
      <div className="min-w-0 flex-1 py-1">
        <p className="line-clamp-2 wrap-anywhere whitespace-pre-wrap">{message.content}</p>
        {origin !== null && <p className="text-xs text-faint">{origin}</p>}
        {message.attachments.length > 0 && (
          <p className="flex items-center gap-1 truncate text-xs text-faint">
            <Paperclip aria-hidden className="size-3" />
            {message.attachments.map(({ filename }) => filename).join(", ")}
          </p>
        )}
      </div>
      <MessageActions {...props} onEdit={() => setDraft(message.content)} />
    </li>
  );
}
