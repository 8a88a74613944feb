import { type KeyboardEvent, useState } from "react";
import { type HotkeyId, hotkeyOf } from "../../../lib/hotkeys.ts";
import { bindingError, bindKey, useKeyBindings, useShortcut } from "../../../lib/key-bindings.ts";
import { stepOf } from "../../../lib/keyboard.ts";
import { Button } from "../../../ui/Button.tsx";
import { Keys } from "../../../ui/Kbd.tsx";
import { text } from "./text.ts";

/** Records a shortcut; Escape or leaving the field keeps the old one. */
function Recorder({ id, onDone }: { id: HotkeyId; onDone(): void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return onDone();
    const pressed = stepOf(event);
    if (pressed === null) return;
    const why = bindingError(id, pressed, useKeyBindings.getState().changed);
    setRefusal(why);
    if (why !== null) return;
    bindKey(id, pressed);
    onDone();
  };
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {refusal !== null && (
        <span role="alert" className="text-xs text-failed">
          {refusal}
        </span>
      )}
      <input
        readOnly
        autoFocus
        aria-label={text.shortcuts.new(hotkeyOf(id).label)}
        placeholder={text.shortcuts.press}
        onKeyDown={onKeyDown}
        onBlur={onDone}
        className="field w-28! text-center text-xs"
      />
    </span>
  );
}

interface Props {
  id: HotkeyId;
  /** The new shortcut is being recorded. */
  open: boolean;
  onOpen(open: boolean): void;
}

/** One shortcut from lib/hotkeys.ts. */
export function KeyRow({ id, open, onOpen }: Props) {
  const { label, fixed, shortcut: own } = hotkeyOf(id);
  const shortcut = useShortcut(id);
  return (
    <li className="flex min-h-9 items-center gap-3 py-1 text-sm">
      <span className="min-w-0 flex-1">{label}</span>
      {open ? (
        <Recorder id={id} onDone={() => onOpen(false)} />
      ) : (
        <>
          {shortcut !== own && (
            <Button size="small" variant="quiet" onClick={() => bindKey(id, null)}>
              {text.shortcuts.reset}
              <span className="sr-only"> {text.shortcuts.of(label)}</span>
            </Button>
          )}
          <Keys shortcut={shortcut} />
          <span className="sr-only">{shortcut}</span>
          <Button
            size="small"
            variant="quiet"
            disabled={fixed === true}
            title={fixed === true ? text.shortcuts.fixed : undefined}
            onClick={() => onOpen(true)}
          >
            {text.shortcuts.change}
            <span className="sr-only"> {text.shortcuts.of(label)}</span>
          </Button>
        </>
      )}
    </li>
  );
}
