import { type FormEvent, useState } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { DialogFooter } from "../../ui/DialogFooter.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import type { SelectOption } from "../../ui/Select.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { isUnlisted, useAddModel } from "./api.ts";
import { text } from "./text.ts";

export interface ChosenModel {
  runtime: string;
  model: string;
}

export interface AddModelProps {
  /** Those that it can be added to. */
  runtimes: readonly SelectOption[];
  /** The one to begin with. */
  runtime: string;
  onAdded(chosen: ChosenModel): void;
}

/** Adds a model to a runtime, then lets the form choose it. */
export function AddModelDialog({
  runtimes,
  onAdded,
  onClose,
  ...props
}: AddModelProps & { onClose(): void }) {
  const [runtime, setRuntime] = useState(props.runtime);
  const [id, setId] = useState("");
  const [label, setLabel] = useState("");
  const { mutate, reset, error, isPending } = useAddModel();
  const model = id.trim();
  const unlisted = isUnlisted(error);
  const runtimeName = runtimes.find(({ value }) => value === runtime)?.label ?? runtime;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Keeps the event from the form that contains this dialog.
    event.stopPropagation();
    mutate(
      { runtime, model_id: model, label, allow_unlisted: unlisted },
      {
        onSuccess() {
          onAdded({ runtime, model });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={text.add.title} description={text.add.description}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error !== null && (
          <ErrorAlert
            title={text.add.failed}
            messages={unlisted ? [text.add.notListed(model, runtimeName)] : errorMessages(error)}
          />
        )}
        <SelectField
          label={text.add.runtime}
          options={runtimes}
          value={runtime}
          disabled={runtimes.length < 2}
          onValueChange={(value) => {
            reset();
            setRuntime(value);
          }}
        />
        <Field label={text.add.id} hint={text.add.idHint}>
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={100}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="field font-mono text-xs"
              value={id}
              onChange={(event) => {
                reset();
                setId(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={text.add.label} hint={text.add.labelHint}>
          {(ids) => (
            <input
              {...ids}
              maxLength={200}
              autoComplete="off"
              className="field"
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        <DialogFooter onClose={onClose} busy={isPending}>
          {unlisted ? text.add.anyway : text.add.submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
