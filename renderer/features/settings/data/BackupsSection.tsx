import { useState } from "react";
import type { Backup, BackupState } from "../../../../server/domains/installation/backups/model.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { ErrorAlert } from "../../../ui/ErrorAlert.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { createBackup, deleteBackup, unstageRestore, useBackupAction, useBackups } from "./api.ts";
import { BackupRow } from "./BackupRow.tsx";
import { RestoreDialog } from "./RestoreDialog.tsx";
import { text } from "./text.ts";
import { progressOf } from "./view-model.ts";

function Progress({ running }: { running: NonNullable<BackupState["under_way"]> }) {
  const share = progressOf(running);
  return (
    <div className="flex flex-col gap-1 py-1">
      <progress
        aria-label={text.progress.label}
        value={share}
        max={1}
        className="h-1.5 w-full accent-accent-fill"
      />
      <p className="text-xs text-soft tabular-nums">
        {text.progress.copied(formatSize(running.bytes), formatSize(running.of))}
      </p>
    </div>
  );
}

function Staged({ staged }: { staged: NonNullable<BackupState["staged"]> }) {
  const { mutate, isPending } = useBackupAction(unstageRestore);
  const keep = (): void =>
    mutate(undefined, { onError: (error) => toastError(text.staged.cancelFailed, error) });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-needs-dot/35 bg-needs-soft px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-64 text-needs">
        {text.staged.notice}
        <span className="block font-mono text-2xs wrap-anywhere">{staged.name}</span>
      </p>
      <Button size="small" busy={isPending} onClick={keep}>
        {text.staged.keep}
      </Button>
    </div>
  );
}

function LastRestore({ restored }: { restored: NonNullable<BackupState["restored"]> }) {
  if (restored.problem !== null) {
    return <ErrorAlert title={text.restored.failed} messages={[restored.problem, text.restored.unchanged]} />;
  }
  return (
    <p className="text-xs text-soft">
      {text.restored.at} <RelativeTime instant={restored.at} spoken />
      {restored.safety_copy !== null && text.restored.safetyCopy}.
      {restored.may_revive && <span className="block text-needs">{text.restored.mayRevive}</span>}
    </p>
  );
}

function useDialogs() {
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const remove = useBackupAction(deleteBackup);
  const askToDelete = ({ name }: Backup): void =>
    setConfirmation({
      title: text.deletion.title,
      description: text.deletion.description(name),
      actionLabel: text.deletion.confirm,
      mustType: { text: name, hint: text.deletion.hint },
      run: () => remove.mutateAsync(name),
    });
  return { restoring, setRestoring, confirmation, setConfirmation, askToDelete };
}

function Backups({ state }: { state: BackupState }) {
  const { restoring, setRestoring, confirmation, setConfirmation, askToDelete } = useDialogs();
  const { backups, staged, restored, under_way, problem } = state;
  return (
    <div className="flex flex-col gap-2">
      {staged !== null && <Staged staged={staged} />}
      {restored !== null && <LastRestore restored={restored} />}
      {problem !== null && <ErrorAlert title={text.backups.failed} messages={[problem]} />}
      {under_way !== null && <Progress running={under_way} />}
      {backups.length === 0 && under_way === null && (
        <p className="text-sm text-soft">{text.backups.empty}</p>
      )}
      <ul aria-label={text.backups.title}>
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
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  );
}

export function BackupsSection() {
  const backups = useBackups();
  const { mutate, isPending } = useBackupAction(createBackup);
  const createButton = (
    <Button
      variant="primary"
      size="small"
      busy={isPending || Boolean(backups.data?.under_way)}
      onClick={() => mutate(undefined, { onError: (error) => toastError(text.backups.startFailed, error) })}
    >
      {text.backups.create}
    </Button>
  );
  return (
    <SettingsSection title={text.backups.title} description={text.backups.description} action={createButton}>
      <QueryContent query={backups} what={text.loading.backups}>
        {(state) => <Backups state={state} />}
      </QueryContent>
    </SettingsSection>
  );
}
