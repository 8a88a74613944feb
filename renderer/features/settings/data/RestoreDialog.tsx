import { type FormEvent, useState } from "react";
import type { Backup } from "../../../../server/domains/installation/backups/model.ts";
import { errorMessages } from "../../../lib/api-error.ts";
import { fullTime } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { TypeToConfirmField } from "../../../ui/TypeToConfirmField.tsx";
import { stageRestore, useBackupAction } from "./api.ts";
import { text } from "./text.ts";

/** What a person types to confirm. */
const word = "restore";

/** Asks for a typed word, because all data will be replaced. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose(): void }) {
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error } = useBackupAction(stageRestore);
  const confirmed = typed.trim().toLowerCase() === word;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (confirmed) mutate(backup.name, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={text.restore.title}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <p className="text-sm text-soft">{text.restore.effect(fullTime(backup.made_at))}</p>
        <p className="text-sm text-soft">{text.restore.access}</p>
        {error !== null && <ErrorAlert title={text.restore.failed} messages={errorMessages(error)} />}
        <TypeToConfirmField label={text.restore.type(word)} value={typed} onChange={setTyped} autoFocus />
        <footer className="flex justify-end gap-2">
          <Button onClick={onClose}>{text.staged.keep}</Button>
          <Button type="submit" variant="danger" busy={isPending} disabled={!confirmed}>
            {text.restore.confirm}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
