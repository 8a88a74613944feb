import { type FormEvent, useState } from "react";
import { errorMessages } from "../../../lib/api-error.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { Field } from "../../../ui/Field.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useLiveKey, useRemoveLiveKey, useSetLiveKey } from "./api.ts";
import { text } from "./text.ts";

const words = text.key;

function KeyForm({ hasKey }: { hasKey: boolean }) {
  const [key, setKey] = useState("");
  const { mutate, isPending, error } = useSetLiveKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(key.trim(), {
      onSuccess() {
        setKey("");
        toastSuccess(words.saved);
      },
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {error !== null && <ErrorAlert title={words.failed} messages={errorMessages(error)} />}
      <Field label={words.label} hint={words.hint}>
        {(ids) => (
          <input
            {...ids}
            type="password"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={key}
            onChange={(event) => setKey(event.target.value)}
            className="field font-mono"
          />
        )}
      </Field>
      <footer>
        <Button variant="primary" type="submit" busy={isPending} disabled={key.trim() === ""}>
          {hasKey ? words.replace : words.save}
        </Button>
      </footer>
    </form>
  );
}

function RemoveButton() {
  const { mutate, isPending } = useRemoveLiveKey();
  const remove = (): void =>
    mutate(undefined, {
      onSuccess: () => toastSuccess(words.removed),
      onError: (error) => toastError(words.failed, error),
    });
  return (
    <Button size="small" busy={isPending} onClick={remove}>
      {words.remove}
    </Button>
  );
}

/** The key of the provider, which live mode needs and nothing else. It takes effect immediately. */
export function KeySection() {
  const query = useLiveKey();
  const source = query.data?.source ?? null;
  return (
    <SettingsSection
      title={words.title}
      description={words.description}
      action={source === "board" ? <RemoveButton /> : undefined}
    >
      <QueryContent query={query} what={words.loading}>
        {() => (
          <div className="flex flex-col gap-3">
            <p className="text-sm text-soft">{words.states[source ?? "none"]}</p>
            {source !== "environment" && <KeyForm hasKey={source === "board"} />}
          </div>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
