import { useState } from "react";
import { type HotkeyId, hotkeyIds, hotkeyOf, type KeyScope } from "../../../lib/hotkeys.ts";
import { resetKeyBindings, useKeyBindings } from "../../../lib/key-bindings.ts";
import { Button } from "../../../ui/Button.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { KeyRow } from "./KeyRow.tsx";

const scopes: readonly KeyScope[] = [...new Set(hotkeyIds.map((id) => hotkeyOf(id).scope))];

/** Every key, each with a way to another one. */
export function KeyList() {
  const [open, setOpen] = useState<HotkeyId | null>(null);
  const some = useKeyBindings(({ changed }) => Object.keys(changed).length > 0);
  return (
    <SettingsSection
      title="Keyboard shortcuts"
      description="Shortcuts are off while you type. Saved in this browser."
      action={
        <Button size="small" disabled={!some} onClick={resetKeyBindings}>
          Reset all shortcuts
        </Button>
      }
    >
      {scopes.map((scope) => (
        <section key={scope} aria-label={scope} className="not-first:mt-4">
          <h3 className="pb-1 text-xs font-semibold text-soft">{scope}</h3>
          <ul className="divide-y divide-line">
            {hotkeyIds
              .filter((id) => hotkeyOf(id).scope === scope)
              .map((id) => (
                <KeyRow key={id} id={id} open={open === id} onOpen={(now) => setOpen(now ? id : null)} />
              ))}
          </ul>
        </section>
      ))}
    </SettingsSection>
  );
}
