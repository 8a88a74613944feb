import { type FormEvent, useState } from "react";
import type { AddedModel } from "../../../server/domains/agents/models/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { useRenameModel } from "./api.ts";
import { text } from "./text.ts";

export function RenameModelDialog({ model, onClose }: { model: AddedModel; onClose(): void }) {
  const [label, setLabel] = useState(model.label);
  const { mutate, error, isPending } = useRenameModel(model.id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(label, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={text.rename.title}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && <ErrorAlert title={text.rename.failed} messages={errorMessages(error)} />}
        <Field label={text.add.label} hint={model.model_id}>
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={200}
              autoComplete="off"
              className="field"
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        <DialogFooter onClose={onClose} busy={isPending}>
          {text.rename.save}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
