import { type FormEvent, useState } from "react";
import type { Owner } from "../../../../server/domains/access/identity/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { useOwnerSuggestion, useSaveOwner } from "./api.ts";
import { text } from "./text.ts";
import { formOf, isUnconfirmed, profileOf, suggestionText } from "./view-model.ts";

interface Props {
  owner: Owner;
  /** Set in the setup: the label of the button and what comes next. */
  submitLabel?: string;
  onSaved?(): void;
}

export function OwnerForm({
  owner,
  submitLabel = text.form.save,
  onSaved = () => toastSuccess(text.form.saved),
}: Props) {
  const [form, setForm] = useState(() => formOf(owner));
  const { data: suggestion } = useOwnerSuggestion(isUnconfirmed(owner));
  const { mutate, isPending, error } = useSaveOwner();
  const name = suggestion ? suggestionText(suggestion) : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(profileOf(form), { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {error !== null && <ErrorAlert title={text.form.saveFailed} messages={errorMessages(error)} />}
      <div className="grid gap-3 lg:grid-cols-2">
        <Field label={text.form.name}>
          {(ids) => (
            <input
              {...ids}
              required
              maxLength={200}
              autoComplete="name"
              value={form.name}
              onChange={(event) => setForm({ ...form, name: event.target.value })}
              className="field"
            />
          )}
        </Field>
        <Field label={text.form.email} hint={text.form.emailHint}>
          {(ids) => (
            <input
              {...ids}
              inputMode="email"
              autoComplete="email"
              value={form.email}
              onChange={(event) => setForm({ ...form, email: event.target.value })}
              className="field"
            />
          )}
        </Field>
      </div>
      <footer className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={isPending}>
          {submitLabel}
        </Button>
        {suggestion && name !== null && (
          <Button variant="quiet" onClick={() => setForm(formOf(suggestion))}>
            {text.form.takeFromGit(name)}
          </Button>
        )}
      </footer>
    </form>
  );
}
