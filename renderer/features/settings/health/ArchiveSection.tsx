import { useState } from "react";
import { limits } from "../../../../server/domains/installation/maintenance/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastSuccess } from "../../../ui/toasts.ts";
import { archiveOld, useHealthAction } from "./api.ts";
import { text } from "./text.ts";
import { wholeNumber } from "./view-model.ts";

export function ArchiveSection() {
  const [typed, setTyped] = useState(String(limits.archiveDays.usual));
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { mutateAsync } = useHealthAction(archiveOld);
  const days = wholeNumber(typed, limits.archiveDays);
  const ask = (): void => {
    if (days === null) return;
    setConfirmation({
      title: text.archive.confirmTitle(days),
      description: text.archive.confirm,
      actionLabel: text.archive.action,
      run: async () => toastSuccess((await mutateAsync(days)).message),
    });
  };
  return (
    <SettingsSection title={text.archive.title} description={text.archive.description}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={text.archive.days}>
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={limits.archiveDays.least}
              max={limits.archiveDays.most}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="field w-28"
            />
          )}
        </Field>
        <Button disabled={days === null} onClick={ask}>
          {text.archive.action}
        </Button>
      </div>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </SettingsSection>
  );
}
