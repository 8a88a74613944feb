import { useState } from "react";
import type { HealthLine, HealthReport } from "../../../../server/domains/installation/health/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { cleanupProcesses, refreshClis, retrySessions, useHealthAction } from "./api.ts";
import { text } from "./text.ts";

/** The button of a line that the health page itself mends; nothing for other lines. */
export function LineAction({ line, report }: { line: HealthLine; report: HealthReport }) {
  switch (line.lever) {
    case "cleanup_processes":
      return <CleanUp report={report} />;
    case "retry_sessions":
      return <Retry report={report} />;
    case "refresh_clis":
      return <CheckClis />;
    default:
      return null;
  }
}

/** Asks first, then says what was done. */
function ConfirmedButton(props: {
  label: string;
  title: string;
  description: string;
  confirm: string;
  run(): Promise<{ message: string }>;
}) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const ask = (): void =>
    setConfirmation({
      title: props.title,
      description: props.description,
      actionLabel: props.confirm,
      run: async () => toastSuccess((await props.run()).message),
    });
  return (
    <>
      <Button size="small" onClick={ask}>
        {props.label}
      </Button>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}

function CleanUp({ report: { process_health: processes } }: { report: HealthReport }) {
  const { mutateAsync } = useHealthAction(cleanupProcesses);
  const names = processes.orphaned_processes.map(({ pid, command }) => `${command ?? "?"} (${pid})`);
  return (
    <ConfirmedButton
      label={text.cleanup.action}
      title={text.cleanup.title(processes.orphaned_count)}
      description={text.cleanup.description(names.slice(0, 10))}
      confirm={text.cleanup.action}
      run={() => mutateAsync(undefined)}
    />
  );
}

function Retry({ report: { session_health: sessions } }: { report: HealthReport }) {
  const { mutateAsync } = useHealthAction(retrySessions);
  return (
    <ConfirmedButton
      label={text.retry.action}
      title={text.retry.title}
      description={text.retry.description(sessions.sessions_by_status["failed"] ?? 0)}
      confirm={text.retry.confirm}
      run={() => mutateAsync(undefined)}
    />
  );
}

function CheckClis() {
  const { mutate, isPending } = useHealthAction(refreshClis);
  const run = (): void =>
    mutate(undefined, {
      onSuccess: () => toastSuccess(text.clis.done),
      onError: (error) => toastError(text.actionFailed, error),
    });
  return (
    <Button size="small" busy={isPending} onClick={run}>
      {text.clis.action}
    </Button>
  );
}
