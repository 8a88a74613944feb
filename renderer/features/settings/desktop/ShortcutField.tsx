import { type KeyboardEvent, useState } from "react";
import { isMac } from "../../../lib/keyboard.ts";
import { Button } from "../../../ui/Button.tsx";
import { chordOf, chordWords } from "./view-model.ts";

interface Props {
  chord: string | null;
  busy: boolean;
  onChoose(chord: string | null): void;
}

/** Waits for the keys that are wanted; Escape and leaving the field keep those that are. */
function Recorder({ onChord, onDone }: { onChord(accelerator: string): void; onDone(): void }) {
  const [why, setWhy] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return onDone();
    const pressed = chordOf(event, isMac());
    setWhy(pressed.kind === "refused" ? pressed.why : null);
    if (pressed.kind === "chord") onChord(pressed.accelerator);
  };
  return (
    <span className="flex min-w-0 flex-wrap items-center justify-end gap-2">
      {why !== null && (
        <span role="alert" className="text-xs text-failed">
          {why}
        </span>
      )}
      <input
        readOnly
        autoFocus
        aria-label="New shortcut"
        placeholder="Press the keys"
        onKeyDown={onKeyDown}
        onBlur={onDone}
        className="field w-36 text-center"
      />
    </span>
  );
}

/** The chord, with ways to another one and to none. */
export function ShortcutField({ chord, busy, onChoose }: Props) {
  const [isRecording, setRecording] = useState(false);
  const done = (): void => setRecording(false);
  const choose = (wanted: string | null): void => {
    done();
    onChoose(wanted);
  };
  if (isRecording) return <Recorder onChord={choose} onDone={done} />;
  const verb = chord === null ? "Choose" : "Change";
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-soft">{chord === null ? "Off" : chordWords(chord, isMac())}</span>
      <Button size="small" busy={busy} onClick={() => setRecording(true)} aria-label={`${verb} the shortcut`}>
        {verb}
      </Button>
      {chord !== null && (
        <Button size="small" variant="quiet" onClick={() => choose(null)} aria-label="Turn off the shortcut">
          Turn off
        </Button>
      )}
    </span>
  );
}
