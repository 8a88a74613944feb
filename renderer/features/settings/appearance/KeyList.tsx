import { useState } from "react";
import { type HotkeyId, hotkeyIds, hotkeyOf, type KeyScope } from "../../../lib/hotkeys.ts";
import { resetKeyBindings, useKeyBindings } from "../../../lib/key-bindings.ts";
import { Button } from "../../../ui/Button.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { KeyRow } from "./KeyRow.tsx";
import { text } from "./text.ts";

const scopes: readonly KeyScope[] = [...new Set(hotkeyIds.map((id) => hotkeyOf(id).scope))];

/** All shortcuts, each with a button to change it. */
export function KeyList() {
  const [open, setOpen] = useState<HotkeyId | null>(null);
  const some = useKeyBindings(({ changed }) => Object.keys(changed).length > 0);
  return (
    <SettingsSection
      title={text.shortcuts.title}
      description={text.shortcuts.description}
      action={
        <Button size="small" disabled={!some} onClick={resetKeyBindings}>
          {text.shortcuts.resetAll}
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
