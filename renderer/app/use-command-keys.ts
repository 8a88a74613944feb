import { useEffect } from "react";
import { type PendingStep, resolveKeyPress, useCommands } from "../lib/commands.ts";
import { isTyping } from "../lib/keyboard.ts";
import { useShell } from "./shell.store.ts";

/** Runs the command whose key is pressed. While something is typed few count; under an overlay none does. */
export function useCommandKeys(): void {
  useEffect(() => {
    let pendingStep: PendingStep | null = null;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || useShell.getState().overlay !== null) return;
      const typing = isTyping(event.target);
      // When it was pressed, which a busy page hears of later.
      const found = resolveKeyPress(useCommands.getState(), {
        event,
        pendingStep,
        now: event.timeStamp,
        typing,
      });
      pendingStep = found.pendingStep;
      if (!found.command) return;
      event.preventDefault();
      found.command.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
