import { useEffect } from "react";
import { desktopShell } from "../../lib/desktop.ts";
import type { ChangeForm } from "./use-form.ts";

/** A text that "New Session from Clipboard" of the desktop app brought, below what is already written. */
export function useHandedPrompt(change: ChangeForm): void {
  useEffect(
    () =>
      desktopShell()?.desktop.onPrompt((text) =>
        change((form) => ({
          ...form,
          prompt: form.prompt.trim() === "" ? text : `${form.prompt}\n\n${text}`,
        })),
      ),
    [change],
  );
}
