import { type FormEvent, type ReactNode, useState } from "react";
import type { BacklogItem } from "../../../server/domains/scheduling/work-backlog/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { toastError, toastSuccess } from "../../ui/toasts.ts";
import { restore, useBacklogChange, useHoldItem, useReleaseItem, useRemoveItem } from "./api.ts";
import { text } from "./text.ts";

/** Asks for a text about an item. */
export type Ask = (about: "decide" | "hold" | "remove", item: BacklogItem) => void;

interface Props {
  item: BacklogItem;
  onClose(): void;
}

interface FormProps {
  title: string;
  description?: string;
  label: string;
  hint: string;
  submit: string;
  failed: string;
  required: boolean;
  saving: { mutate(value: string, on: { onSuccess(): void }): void; error: Error | null; isPending: boolean };
  onDone(): void;
  onClose(): void;
}

/** A question with one text for an answer. */
function TextDialog({ title, description, label, hint, submit, failed, required, ...of }: FormProps) {
  const [value, setValue] = useState("");
  const { mutate, error, isPending } = of.saving;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    mutate(value, { onSuccess: of.onDone });
  };
  return (
    <Dialog open onClose={of.onClose} title={title} {...(description !== undefined && { description })}>
      <form onSubmit={send} className="flex flex-col gap-3">
        {error && <ErrorAlert title={failed} messages={errorMessages(error)} />}
        <Field label={label} hint={hint}>
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              required={required}
              className="field field-sizing-content max-h-60"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        <DialogFooter onClose={of.onClose} busy={isPending}>
          {submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function DecideDialog({ item, onClose }: Props) {
  const { answer: label, answerHint: hint, title, ...words } = text.decide;
  return (
    <TextDialog
      {...words}
      title={title(item.title)}
      {...(item.question !== null && { description: item.question })}
      label={label}
      hint={hint}
      required={false}
      saving={useReleaseItem(item.id)}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function HoldDialog({ item, onClose }: Props) {
  const { question: label, questionHint: hint, title, ...words } = text.hold;
  return (
    <TextDialog
      {...words}
      title={title(item.title)}
      label={label}
      hint={hint}
      required
      saving={useHoldItem(item.id)}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ item, onClose }: Props) {
  const { reason: label, reasonHint: hint, title, ...words } = text.remove;
  const { mutate } = useBacklogChange();
  const undo = (): void =>
    mutate(() => restore(item.id), { onError: (error) => toastError(text.failed.change, error) });
  const onDone = (): void => {
    toastSuccess(text.done.removed(item.title), { undo });
    onClose();
  };
  return (
    <TextDialog
      {...words}
      title={title(item.title)}
      label={label}
      hint={hint}
      required
      saving={useRemoveItem(item.id)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

const dialogs = { decide: DecideDialog, hold: HoldDialog, remove: RemoveDialog };

/** The dialog that was asked for. It outlives the rows, which are made again once they can be dragged. */
export function useItemDialog(): { ask: Ask; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ about: keyof typeof dialogs; item: BacklogItem } | null>(null);
  const Asked = asked && dialogs[asked.about];
  return {
    ask: (about, item) => setAsked({ about, item }),
    dialog: Asked && <Asked item={asked.item} onClose={() => setAsked(null)} />,
  };
}
