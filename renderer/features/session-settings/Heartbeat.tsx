import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { heartbeatBounds } from "../../../server/domains/sessions/settings/model.ts";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { changeHeartbeat } from "./api.ts";
import { intervalText, readInterval } from "./heartbeat.ts";
import { useSessionSetting } from "./use-session-setting.ts";

function Interval({ seconds, onChange }: { seconds: number; onChange(seconds: number): void }) {
  const [text, setText] = useState<string | null>(null);
  const read = readInterval(text ?? String(seconds));
  const wrong = "problem" in read;
  const finish = (): void => {
    if (wrong) return;
    setText(null);
    if (read.seconds !== seconds) onChange(read.seconds);
  };
  return (
    <Field
      label="Seconds between heartbeats"
      hint={
        <span className={wrong ? "text-failed" : ""} role={wrong ? "alert" : undefined}>
          {wrong ? read.problem : `Every ${intervalText(read.seconds)}`}
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
          aria-invalid={wrong || undefined}
          value={text ?? seconds}
          onChange={(event) => setText(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === "Enter") finish();
            if (event.key === "Escape") setText(null);
          }}
          className="field max-w-32"
        />
      )}
    </Field>
  );
}

/** A nudge at regular intervals, so that a session that rests goes on by itself. */
export function Heartbeat({ session }: { session: Session }) {
  const { value, change } = useSessionSetting({
    sessionId: session.id,
    current: { enabled: session.heartbeat_enabled, interval_seconds: session.heartbeat_interval_seconds },
    send: (beat) => changeHeartbeat(session.id, beat),
    refused: "Could not change the heartbeat",
  });
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Switch
          label="Prompt the agent while it is idle"
          checked={value.enabled}
          onCheckedChange={(enabled) => change({ ...value, enabled })}
        />
        <p className="text-xs text-faint">Signalbox asks the agent to continue whenever it has stopped.</p>
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
