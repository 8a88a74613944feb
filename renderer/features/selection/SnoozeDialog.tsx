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

const line =
  "flex h-10 w-full items-center justify-between rounded-md px-3 text-sm hover:bg-hover pointer-coarse:h-12";

function OwnTime({ now, onPick }: { now: Date; onPick(wallClock: string): void }) {
  const [picked, setPicked] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (picked !== "") onPick(picked);
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-t border-line pt-3">
      <span className="min-w-0 flex-1">
        <Field label="Another time">
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
        Snooze
      </Button>
    </form>
  );
}

/** Until when sessions are put off the board, by the clocks of this person. */
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
      title={`Snooze ${describeSessions(sessions)}`}
      description="Hides the session from the board until then. The agent keeps working."
    >
      <ul className="-mx-2">
        {snoozePresets(now).map(({ label, until }, at) => (
          <li key={label}>
            <button
              type="button"
              // The keys that opened the question answer it as well.
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
      <OwnTime now={now} onPick={pick} />
      <p className="text-xs text-faint">By the clocks of {localTimeZone()}</p>
    </Dialog>
  );
}
