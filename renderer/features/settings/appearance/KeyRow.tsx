import { type KeyboardEvent, useState } from "react";
import { type HotkeyId, hotkeyOf } from "../../../lib/hotkeys.ts";
import { bindingError, bindKey, useKeyBindings, useShortcut } from "../../../lib/key-bindings.ts";
import { stepOf } from "../../../lib/keyboard.ts";
import { Button } from "../../../ui/Button.tsx";
import { Keys } from "../../../ui/Kbd.tsx";

/** Waits for the key that is wanted; Escape and leaving the field keep the one that is. */
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
        aria-label={`New shortcut for “${hotkeyOf(id).label}”`}
        placeholder="Press a shortcut"
        onKeyDown={onKeyDown}
        onBlur={onDone}
        className="field w-28! text-center text-xs"
      />
    </span>
  );
}

interface Props {
  id: HotkeyId;
  /** Its new key is waited for. */
  open: boolean;
  onOpen(open: boolean): void;
}

/** One line of lib/hotkeys.ts. */
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
              Reset<span className="sr-only"> the shortcut for “{label}”</span>
            </Button>
          )}
          <Keys shortcut={shortcut} />
          <span className="sr-only">{shortcut}</span>
          <Button
            size="small"
            variant="quiet"
            disabled={fixed === true}
            title={fixed === true ? "This shortcut cannot be changed." : undefined}
            onClick={() => onOpen(true)}
          >
            Change<span className="sr-only"> the shortcut for “{label}”</span>
          </Button>
        </>
      )}
    </li>
  );
}
