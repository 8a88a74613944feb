import { useState } from "react";
import type { Health } from "../../../../server/domains/installation/health/model.ts";
import { limits } from "../../../../server/domains/installation/maintenance/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { enterRecoveryMode, exitRecoveryMode, useHealthAction } from "./api.ts";
import { text } from "./text.ts";
import { wholeNumber } from "./view-model.ts";

function useEnter(health: Health) {
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState(String(limits.recoveryMinutes.usual));
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { mutateAsync } = useHealthAction(enterRecoveryMode);
  const minutes = wholeNumber(typed, limits.recoveryMinutes);
  const ask = (): void => {
    if (minutes === null) return;
    setConfirmation({
      title: text.recovery.enterTitle(minutes),
      description: text.recovery.enterDescription(health.health_report.system_health.queue_depth),
      actionLabel: text.recovery.enter,
      run: () => mutateAsync({ reason, ttl_minutes: minutes }),
    });
  };
  return {
    reason,
    setReason,
    typed,
    setTyped,
    minutes,
    ask,
    confirmation,
    close: () => setConfirmation(null),
  };
}

function Exit() {
  const { mutate, isPending } = useHealthAction(exitRecoveryMode);
  const run = (): void => mutate(undefined, { onError: (error) => toastError(text.actionFailed, error) });
  return (
    <Button busy={isPending} onClick={run}>
      {text.recovery.exit}
    </Button>
  );
}

/** Turns the queue recovery mode on, extends it, and ends it. */
export function RecoverySection({ health }: { health: Health }) {
  const mode = health.queue_recovery_mode;
  const { reason, setReason, typed, setTyped, minutes, ask, confirmation, close } = useEnter(health);
  const left = Math.max(1, Math.ceil((mode.expires_in_seconds ?? 0) / 60));
  return (
    <SettingsSection
      title={text.recovery.title}
      description={text.recovery.description}
      action={mode.active && <Exit />}
    >
      <p role="status" className={`pb-3 text-sm ${mode.active ? "text-needs" : "text-soft"}`}>
        {mode.active ? text.recovery.on(left, mode.entered_by ?? "", mode.reason) : text.recovery.off}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <Field label={text.recovery.reason}>
            {(ids) => (
              <input
                {...ids}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                className="field w-full"
              />
            )}
          </Field>
        </div>
        <Field label={text.recovery.minutes}>
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={limits.recoveryMinutes.least}
              max={limits.recoveryMinutes.most}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="field w-24"
            />
          )}
        </Field>
        <Button disabled={minutes === null} onClick={ask}>
          {mode.active ? text.recovery.extend : text.recovery.enter}
        </Button>
      </div>
      <ConfirmDialog confirmation={confirmation} onClose={close} />
    </SettingsSection>
  );
}
