import { Link } from "@tanstack/react-router";
import { docsPath } from "../lib/docs-paths.ts";
import { findBoxKeys, type HotkeyId, hotkeyIds, hotkeyOf } from "../lib/hotkeys.ts";
import { useShortcut } from "../lib/key-bindings.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Keys } from "../ui/Kbd.tsx";
import { text } from "./text.ts";

function Line({ label, shortcut }: { label: string; shortcut: string }) {
  return (
    <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0">
      <dt>{label}</dt>
      <dd>
        <Keys shortcut={shortcut} />
        <span className="sr-only">{shortcut}</span>
      </dd>
    </div>
  );
}

const ChangeableLine = ({ id }: { id: HotkeyId }) => (
  <Line label={hotkeyOf(id).label} shortcut={useShortcut(id)} />
);

const scopes = [...new Set(hotkeyIds.map((id) => hotkeyOf(id).scope))];

/** All shortcuts of the board. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onClose={onClose} title={text.shortcuts.title} description={text.shortcuts.description}>
      {scopes.map((scope) => (
        <section key={scope}>
          <h3 className="pb-1 text-xs font-semibold text-soft">{scope}</h3>
          <dl>
            {hotkeyIds
              .filter((id) => hotkeyOf(id).scope === scope)
              .map((id) => (
                <ChangeableLine key={id} id={id} />
              ))}
          </dl>
        </section>
      ))}
      <section>
        <h3 className="pb-1 text-xs font-semibold text-soft">{text.shortcuts.findInTranscript}</h3>
        <dl>
          {findBoxKeys.map((key) => (
            <Line key={key.shortcut} {...key} />
          ))}
        </dl>
      </section>
      <Link
        to="/settings/$section"
        params={{ section: "appearance" }}
        onClick={onClose}
        className="self-start text-accent hover:underline"
      >
        {text.shortcuts.change}
      </Link>
      <a href={docsPath} className="self-start text-accent hover:underline">
        {text.shortcuts.documentation}
      </a>
    </Dialog>
  );
}
