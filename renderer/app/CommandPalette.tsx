import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { Command as Palette } from "cmdk";
import { useState } from "react";
import type { Session } from "../../server/domains/sessions/model.ts";
import { useOpenSessions } from "../features/board/use-board.ts";
import { StatusMark } from "../features/sessions/StatusMark.tsx";
import { homeOf } from "../features/sessions/session-words.ts";
import { type Command, offeredCommands, useCommands } from "../lib/commands.ts";
import { backdrop } from "../ui/Dialog.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { fitness } from "./palette-filter.ts";

const line =
  "flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm select-none data-[selected=true]:bg-hover pointer-coarse:h-11";
const group =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint";

function SessionLines({ sessions, onOpen }: { sessions: readonly Session[]; onOpen(id: number): void }) {
  return (
    <Palette.Group heading="Sessions" className={group}>
      {sessions.map((session) => (
        <Palette.Item
          key={session.id}
          value={`session ${session.id}`}
          keywords={[session.title, session.slug ?? "", homeOf(session), session.branch]}
          onSelect={() => onOpen(session.id)}
          className={line}
        >
          <StatusMark status={session.status} />
          <span className="min-w-0 flex-1 truncate">{session.title}</span>
          <span className="max-w-40 truncate text-xs text-faint">{homeOf(session)}</span>
        </Palette.Item>
      ))}
    </Palette.Group>
  );
}

function CommandLines({ commands, onRun }: { commands: readonly Command[]; onRun(command: Command): void }) {
  const groups = [...new Set(commands.map((command) => command.group))].toReversed();
  return groups.map((name) => (
    <Palette.Group key={name} heading={name} className={group}>
      {commands
        .filter((command) => command.group === name)
        .map((command) => (
          <Palette.Item
            key={command.id}
            value={command.id}
            keywords={[command.label, command.keywords ?? ""]}
            onSelect={() => onRun(command)}
            className={line}
          >
            <span className="flex-1">{command.label}</span>
            {command.shortcut !== undefined && <Kbd shortcut={command.shortcut} />}
          </Palette.Item>
        ))}
    </Palette.Group>
  ));
}

/** Sessions are many; so few are drawn until something is typed. */
const unasked = 8;

/** Everything by name: sessions to go to and things to do. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const { data } = useOpenSessions();
  const commands = offeredCommands(useCommands()).filter(({ id }) => id !== "app.palette");
  const sessions = data?.sessions ?? [];
  const then = (act: () => void): void => {
    onClose();
    // The dialog gives the focus back first; what runs may move it on.
    requestAnimationFrame(act);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          aria-label="Find a session or an action"
          className="popup fixed top-[max(0.75rem,12vh)] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 overflow-hidden"
        >
          <Palette
            label="Find a session or an action"
            loop
            filter={(value, typed, names = []) => fitness(typed, [...names, value])}
          >
            <Palette.Input
              autoFocus
              value={text}
              onValueChange={setText}
              placeholder="Find a session or an action"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none"
            />
            <Palette.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5">
              <Palette.Empty className="px-3 py-6 text-center text-soft">
                Nothing goes by that name.
              </Palette.Empty>
              <CommandLines commands={commands} onRun={(command) => then(command.run)} />
              <SessionLines
                sessions={text === "" ? sessions.slice(0, unasked) : sessions}
                onOpen={(id) =>
                  then(() => void navigate({ to: "/sessions/$id", params: { id: String(id) } }))
                }
              />
            </Palette.List>
          </Palette>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
