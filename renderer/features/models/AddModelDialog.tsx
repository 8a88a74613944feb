import { type ComponentProps, type FormEvent, useState } from "react";
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

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  label: string;
  hint: string;
  onChange(value: string): void;
}

function TextField({ label, hint, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          autoComplete="off"
          className="field"
          {...input}
          {...ids}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
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
    const onSuccess = (): void => {
      onAdded({ runtime, model });
      onClose();
    };
    mutate({ runtime, model_id: model, label, allow_unlisted: unlisted }, { onSuccess });
  };
  /** What is edited is asked about once more. */
  const editing =
    (set: (value: string) => void) =>
    (value: string): void => {
      reset();
      set(value);
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
          disabled={isPending || runtimes.length < 2}
          onValueChange={editing(setRuntime)}
        />
        <TextField
          label={text.add.id}
          hint={text.add.idHint}
          required
          disabled={isPending}
          maxLength={200}
          autoCapitalize="off"
          spellCheck={false}
          value={id}
          onChange={editing(setId)}
        />
        <TextField
          label={text.add.label}
          disabled={isPending}
          hint={text.add.labelHint}
          maxLength={200}
          value={label}
          onChange={setLabel}
        />
        <DialogFooter onClose={onClose} busy={isPending}>
          {unlisted ? text.add.anyway : text.add.submit}
        </DialogFooter>
      </form>
    </Dialog>
  );
}
