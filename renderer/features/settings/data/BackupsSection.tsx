import { useState } from "react";
import type { Backup, BackupState } from "../../../../server/domains/installation/backups/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { createBackup, deleteBackup, unstageRestore, useBackupAct, useBackups } from "./api.ts";
import { BackupRow } from "./BackupRow.tsx";
import { RestoreDialog } from "./RestoreDialog.tsx";
import { progressOf, sizeWords } from "./view-model.ts";

function Progress({ underWay }: { underWay: NonNullable<BackupState["under_way"]> }) {
  const share = progressOf(underWay);
  return (
    <div className="flex flex-col gap-1 py-1">
      <progress aria-label="The backup" value={share} max={1} className="h-1.5 w-full accent-accent-fill" />
      <p className="text-xs text-soft tabular-nums">
        {sizeWords(underWay.bytes)} of about {sizeWords(underWay.of)} copied. The copy is verified afterwards.
      </p>
    </div>
  );
}

function Staged({ staged }: { staged: NonNullable<BackupState["staged"]> }) {
  const { mutate, isPending } = useBackupAct(unstageRestore);
  const keep = (): void =>
    mutate(undefined, { onError: (error) => toastError("Could not cancel the restore", error) });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-needs-dot/35 bg-needs-soft px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-64 text-needs">
        A backup will replace the current data at the next start of Signalbox.
        <span className="block font-mono text-2xs wrap-anywhere">{staged.name}</span>
      </p>
      <Button size="small" busy={isPending} onClick={keep}>
        Keep current data
      </Button>
    </div>
  );
}

function LastRestore({ restored }: { restored: NonNullable<BackupState["restored"]> }) {
  if (restored.problem !== null) {
    return (
      <ErrorAlert
        title="Could not restore the last backup"
        messages={[restored.problem, "Your data is unchanged."]}
      />
    );
  }
  return (
    <p className="text-xs text-soft">
      A backup was restored <RelativeTime instant={restored.at} spoken />
      {restored.safety_copy !== null && "; the previous data was saved as a backup"}.
      {restored.may_revive && (
        <span className="block text-needs">
          The previous data could not be read. API keys and connections that were revoked after the backup may
          work again: review them and revoke them again if needed.
        </span>
      )}
    </p>
  );
}

function useQuestions() {
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const remove = useBackupAct(deleteBackup);
  const askToDelete = ({ name }: Backup): void =>
    setAsked({
      title: "Delete this backup?",
      description: `${name} will be permanently deleted. Your current data stays unchanged.`,
      actionLabel: "Delete it",
      mustType: { text: name, hint: "The backup name." },
      run: () => remove.mutateAsync(name),
    });
  return { restoring, setRestoring, asked, setAsked, askToDelete };
}

function Backups({ state }: { state: BackupState }) {
  const { restoring, setRestoring, asked, setAsked, askToDelete } = useQuestions();
  const { backups, staged, restored, under_way, problem } = state;
  return (
    <div className="flex flex-col gap-2">
      {staged !== null && <Staged staged={staged} />}
      {restored !== null && <LastRestore restored={restored} />}
      {problem !== null && <ErrorAlert title="Could not create the backup" messages={[problem]} />}
      {under_way !== null && <Progress underWay={under_way} />}
      {backups.length === 0 && under_way === null && (
        <p className="text-sm text-soft">
          No backups yet. Signalbox creates one automatically before each update.
        </p>
      )}
      <ul aria-label="Backups">
        {backups.map((backup) => (
          <BackupRow
            key={backup.name}
            backup={backup}
            staged={staged?.name === backup.name}
            onRestore={() => setRestoring(backup)}
            onDelete={() => askToDelete(backup)}
          />
        ))}
      </ul>
      {restoring !== null && <RestoreDialog backup={restoring} onClose={() => setRestoring(null)} />}
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </div>
  );
}

/** Copies of the database: to make one, check one, and go back to one. */
export function BackupsSection() {
  const backups = useBackups();
  const { mutate, isPending } = useBackupAct(createBackup);
  const make = (
    <Button
      variant="primary"
      size="small"
      busy={isPending || Boolean(backups.data?.under_way)}
      onClick={() =>
        mutate(undefined, { onError: (error) => toastError("Could not start the backup", error) })
      }
    >
      Back up now
    </Button>
  );
  return (
    <SettingsSection
      title="Backups"
      description="Sessions, transcripts and settings in one verified file. Clones and stored secrets are not included."
      action={make}
    >
      <QueryContent query={backups} what="the backups">
        {(state) => <Backups state={state} />}
      </QueryContent>
    </SettingsSection>
  );
}
