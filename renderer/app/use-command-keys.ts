import { useEffect } from "react";
import { type Begun, pressed, useCommands } from "../lib/commands.ts";
import { isTyping } from "../lib/keyboard.ts";
import { useShell } from "./shell.store.ts";

/** Runs the command whose key is pressed. While something is typed few count; under an overlay none does. */
export function useCommandKeys(): void {
  useEffect(() => {
    let begun: Begun | null = null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || useShell.getState().overlay !== null) return;
      const typing = isTyping(event.target);
      // When it was pressed, which a busy page hears of later.
      const found = pressed(useCommands.getState(), { event, begun, now: event.timeStamp, typing });
      begun = found.begun;
      if (!found.command) return;
      event.preventDefault();
      found.command.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
