import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { heartbeatBounds } from "../../../server/domains/sessions/settings/model.ts";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { changeHeartbeat } from "./api.ts";
import { intervalText, readInterval } from "./heartbeat.ts";
import { text } from "./text.ts";
import { useSessionSetting } from "./use-session-setting.ts";

function Interval({ seconds, onChange }: { seconds: number; onChange(seconds: number): void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = readInterval(typed ?? String(seconds));
  const isInvalid = "problem" in read;
  const finish = (): void => {
    if (isInvalid) return;
    setTyped(null);
    if (read.seconds !== seconds) onChange(read.seconds);
  };
  return (
    <Field
      label={text.heartbeat.interval}
      hint={
        <span className={isInvalid ? "text-failed" : ""} role={isInvalid ? "alert" : undefined}>
          {isInvalid ? read.problem : text.heartbeat.every(intervalText(read.seconds))}
        </span>
      }
    >
      {(ids) => (
        <input
          {...ids}
          type="number"
          inputMode="numeric"
          min={heartbeatBounds.min}
          max={heartbeatBounds.max}
          aria-invalid={isInvalid || undefined}
          value={typed ?? seconds}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
            if (event.key === "Escape") setTyped(null);
          }}
          className="field max-w-32"
        />
      )}
    </Field>
  );
}

/** Prompts an idle session at regular intervals, so that it continues. */
export function Heartbeat({ session }: { session: Session }) {
  const { value, change } = useSessionSetting({
    sessionId: session.id,
    current: { enabled: session.heartbeat_enabled, interval_seconds: session.heartbeat_interval_seconds },
    send: (heartbeat) => changeHeartbeat(session.id, heartbeat),
    refused: text.heartbeat.failed,
  });
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Switch
          label={text.heartbeat.label}
          checked={value.enabled}
          onCheckedChange={(enabled) => change({ ...value, enabled })}
        />
        <p className="text-xs text-faint">{text.heartbeat.hint}</p>
      </div>
      {value.enabled && (
        <Interval
          seconds={value.interval_seconds}
          onChange={(interval_seconds) => change({ ...value, interval_seconds })}
        />
      )}
    </div>
  );
}
