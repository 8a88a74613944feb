import { type FormEvent, useState } from "react";
import type { LiveSettings } from "../../../../server/domains/live/settings/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { useChangeLiveSettings } from "./api.ts";
import { text } from "./text.ts";

const words = text.guidance;

/** The owner's own words for live mode. */
export function GuidanceSection({ settings }: { settings: LiveSettings }) {
  const [draft, setDraft] = useState<string | null>(null);
  const { mutate, isPending } = useChangeLiveSettings();
  const shown = draft ?? settings.guidance;
  const isChanged = shown.trim() !== settings.guidance;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const before = settings.guidance;
    mutate(
      { guidance: shown },
      {
        onSuccess() {
          setDraft(null);
          toastSuccess(words.saved, { undo: () => mutate({ guidance: before }) });
        },
        onError: (error) => toastError(words.failed, error),
      },
    );
  };
  return (
    <SettingsSection title={words.title} description={words.description}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label={words.label} hint={words.length(shown.length, settings.guidance_max_length)}>
          {(ids) => (
            <textarea
              {...ids}
              rows={5}
              maxLength={settings.guidance_max_length}
              placeholder={words.placeholder}
              value={shown}
              onChange={(event) => setDraft(event.target.value)}
              className="field min-h-24 resize-y"
            />
          )}
        </Field>
        <footer className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={isPending} disabled={!isChanged}>
            {words.save}
          </Button>
          {isChanged && (
            <Button disabled={isPending} onClick={() => setDraft(null)}>
              {words.discard}
            </Button>
          )}
        </footer>
      </form>
    </SettingsSection>
  );
}
