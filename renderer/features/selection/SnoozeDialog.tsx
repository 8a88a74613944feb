import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { localDateTime, localTimeZone } from "../../lib/local-date-time.ts";
import { shortDateTime } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { describeSessions } from "./actions.ts";
import { snoozeSessions } from "./run-action.ts";
import { snoozePresets } from "./snooze-presets.ts";
import { text } from "./text.ts";

const line =
  "flex h-10 w-full items-center justify-between rounded-md px-3 text-sm hover:bg-hover pointer-coarse:h-12";

function CustomTime({ now, onPick }: { now: Date; onPick(wallClock: string): void }) {
  const [picked, setPicked] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (picked !== "") onPick(picked);
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-t border-line pt-3">
      <span className="min-w-0 flex-1">
        <Field label={text.snoozeDialog.custom}>
          {(ids) => (
            <input
              {...ids}
              type="datetime-local"
              required
              min={localDateTime(new Date(now.getTime() + 60_000))}
              value={picked}
              onChange={(event) => setPicked(event.target.value)}
              className="field h-8 pointer-coarse:h-10"
            />
          )}
        </Field>
      </span>
      <Button type="submit" variant="primary">
        {text.snoozeDialog.snooze}
      </Button>
    </form>
  );
}

/** Asks until when to hide sessions from the board, in the local time zone. */
export function SnoozeDialog({ sessions, onClose }: { sessions: readonly Session[]; onClose(): void }) {
  const client = useQueryClient();
  const [now] = useState(() => new Date());
  const pick = (clock: string): void => {
    onClose();
    void snoozeSessions(client, sessions, clock);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.snoozeDialog.title(describeSessions(sessions))}
      description={text.snoozeDialog.description(sessions.length)}
    >
      <ul className="-mx-2">
        {snoozePresets(now).map(({ label, until }, at) => (
          <li key={label}>
            <button
              type="button"
              // The dialog was opened with the keyboard and can be answered with it.
              autoFocus={at === 0}
              className={line}
              onClick={() => pick(localDateTime(until))}
            >
              {label}
              <span className="text-xs text-faint tabular-nums">{shortDateTime(until, now)}</span>
            </button>
          </li>
        ))}
      </ul>
      <CustomTime now={now} onPick={pick} />
      <p className="text-xs text-faint">{text.snoozeDialog.timeZone(localTimeZone())}</p>
    </Dialog>
  );
}
