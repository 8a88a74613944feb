import { type Command, offeredCommands, useCommands } from "../lib/commands.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Kbd } from "../ui/Kbd.tsx";

const moves = [
  { shortcut: "j", label: "Next session on the board" },
  { shortcut: "k", label: "Previous session on the board" },
  { shortcut: "Enter", label: "Open the session" },
  { shortcut: "shift+x", label: "Select up to the row" },
  { shortcut: "mod+enter", label: "Send the message, start the session" },
  { shortcut: "Escape", label: "Close, leave the search, clear the selection" },
];

type Line = Pick<Command, "label"> & { shortcut: string };

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className="pb-1 text-xs font-semibold text-soft">{title}</h3>
      <dl>
        {lines.map(({ shortcut, label }) => (
          <div
            key={label}
            className="flex items-center justify-between border-b border-line py-1.5 last:border-0"
          >
            <dt>{label}</dt>
            <dd>
              <Kbd shortcut={shortcut} />
              <span className="sr-only">{shortcut}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const hasKey = (command: Command): command is Command & { shortcut: string } =>
  command.shortcut !== undefined;

/** Every key that does something here and now. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const commands = offeredCommands(useCommands()).filter(hasKey);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      {groups.map((name) => (
        <Lines key={name} title={name} lines={commands.filter(({ group }) => group === name)} />
      ))}
      <Lines title="Moving about" lines={moves} />
    </Dialog>
  );
}
