import { CircleAlert, CircleCheck } from "lucide-react";
import type { Backup } from "../../../../server/domains/installation/backups/model.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { Button } from "../../../ui/Button.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { useBackupAction, verifyBackup } from "./api.ts";
import { text } from "./text.ts";
import { checkResult } from "./view-model.ts";

interface Props {
  backup: Backup;
  /** It replaces the data at the next start. */
  staged: boolean;
  onRestore(): void;
  onDelete(): void;
}

function Check({ backup }: { backup: Backup }) {
  const check = checkResult(backup);
  if (check === null) return null;
  const Icon = check.ok ? CircleCheck : CircleAlert;
  return (
    <span
      role="status"
      className={`flex items-center gap-1 text-xs ${check.ok ? "text-running" : "text-failed"}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {check.text}
    </span>
  );
}

export function BackupRow({ backup, staged, onRestore, onDelete }: Props) {
  const { mutate, isPending } = useBackupAction(verifyBackup);
  const { name, made_at, bytes, kind } = backup;
  const verify = (): void =>
    mutate(name, { onError: (error) => toastError(text.backup.verifyFailed, error) });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium">
            <RelativeTime instant={made_at} spoken />
          </span>
          <span className="text-soft tabular-nums">{formatSize(bytes)}</span>
          {text.kinds[kind] !== null && <span className="text-xs text-soft">{text.kinds[kind]}</span>}
          {staged && (
            <span className="rounded-sm bg-needs-soft px-1.5 text-2xs font-medium text-needs">
              {text.backup.staged}
            </span>
          )}
        </p>
        <p className="font-mono text-2xs wrap-anywhere text-faint">{name}</p>
        <Check backup={backup} />
      </div>
      <span className="flex flex-wrap gap-2">
        <Button size="small" busy={isPending} onClick={verify} aria-label={text.backup.verifyNamed(name)}>
          {text.backup.verify}
        </Button>
        <Button
          size="small"
          disabled={staged}
          onClick={onRestore}
          aria-label={text.backup.restoreNamed(name)}
        >
          {text.backup.restore}
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={staged}
          onClick={onDelete}
          aria-label={text.backup.deleteNamed(name)}
        >
          {text.backup.delete}
        </Button>
      </span>
    </li>
  );
}
