import { type FormEvent, useState } from "react";
import type { Backup } from "../../../../server/domains/installation/backups/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { fullTime } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { TypeToConfirmField } from "../../../ui/TypeToConfirmField.tsx";
import { stageRestore, useBackupAct } from "./api.ts";

/** What is typed to show that it is meant. */
const word = "restore";

/** All data is about to be replaced, so a press alone does not do. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose(): void }) {
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error } = useBackupAct(stageRestore);
  const meant = typed.trim().toLowerCase() === word;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (meant) mutate(backup.name, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title="Restore this backup?">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <p className="text-sm text-soft">
          Sessions, transcripts and settings go back to {fullTime(backup.made_at)}. This happens at the next
          start of Signalbox. Your current data is saved as a backup first.
        </p>
        <p className="text-sm text-soft">
          Access does not change: keys and connections that were revoked since then stay revoked.
        </p>
        {error !== null && (
          <ErrorAlert title="Could not schedule the restore" messages={errorMessages(error)} />
        )}
        <TypeToConfirmField label={`Type “${word}” to confirm`} value={typed} onChange={setTyped} autoFocus />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep current data</Button>
          <Button type="submit" variant="danger" busy={isPending} disabled={!meant}>
            Restore at next start
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
