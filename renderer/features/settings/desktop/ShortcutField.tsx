import { type KeyboardEvent, useState } from "react";
import { isMac } from "../../../lib/keyboard.ts";
import { Button } from "../../../ui/Button.tsx";
import { text } from "./text.ts";
import { chordOf, formatChord } from "./view-model.ts";

interface Props {
  /** What it does. */
  name: string;
  chord: string | null;
  busy: boolean;
  onChoose(chord: string | null): void;
}

/** Records a shortcut; Escape or leaving the field keeps the old one. */
function Recorder({ onChord, onDone }: { onChord(accelerator: string): void; onDone(): void }) {
  const [why, setWhy] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return onDone();
    const pressed = chordOf(event, isMac());
    setWhy(pressed.kind === "refused" ? pressed.reason : null);
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
        aria-label={text.shortcut.new}
        placeholder={text.shortcut.press}
        onKeyDown={onKeyDown}
        onBlur={onDone}
        className="field w-36 text-center"
      />
    </span>
  );
}

/** The shortcut, with buttons to change it and turn it off. */
export function ShortcutField({ name, chord, busy, onChoose }: Props) {
  const [isRecording, setRecording] = useState(false);
  const done = (): void => setRecording(false);
  const choose = (accelerator: string | null): void => {
    done();
    onChoose(accelerator);
  };
  if (isRecording) return <Recorder onChord={choose} onDone={done} />;
  const verb = chord === null ? text.shortcut.choose : text.shortcut.change;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-soft">
        {chord === null ? text.shortcut.off : formatChord(chord, isMac())}
      </span>
      <Button
        size="small"
        busy={busy}
        onClick={() => setRecording(true)}
        aria-label={text.shortcut.verb(verb, name)}
      >
        {verb}
      </Button>
      {chord !== null && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => choose(null)}
          aria-label={text.shortcut.turnOffNamed(name)}
        >
          {text.shortcut.turnOff}
        </Button>
      )}
    </span>
  );
}
