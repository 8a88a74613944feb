import { type FormEvent, useState } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import type { NewSessionForm } from "./form.ts";
import { templateSetup } from "./template-setup.ts";
import { text } from "./text.ts";
import { useSaveTemplate } from "./use-templates.ts";

/** Saves the settings of the form under a name. */
export function SaveTemplate({ form }: { form: NewSessionForm }) {
  const [name, setName] = useState("");
  const [withPrompt, setWithPrompt] = useState(false);
  const { mutate, isPending, error } = useSaveTemplate();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Keeps the event from the form that contains this dialog.
    event.stopPropagation();
    const wanted = name.trim();
    if (wanted === "") return;
    mutate(
      { name: wanted, setup: templateSetup(form, withPrompt) },
      {
        onSuccess() {
          setName("");
          toastSuccess(text.templates.saved(wanted));
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 border-t border-line pt-3">
      {error !== null && <ErrorAlert title={text.templates.saveFailed} messages={errorMessages(error)} />}
      <Field label={text.templates.saveAs}>
        {(ids) => (
          <span className="flex gap-2">
            <input
              {...ids}
              required
              maxLength={100}
              autoComplete="off"
              className="field"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" variant="primary" busy={isPending}>
              {text.templates.save}
            </Button>
          </span>
        )}
      </Field>
      {form.prompt.trim() !== "" && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="accent-accent-fill"
            checked={withPrompt}
            onChange={(event) => setWithPrompt(event.target.checked)}
          />
          {text.templates.includePrompt}
        </label>
      )}
    </form>
  );
}
