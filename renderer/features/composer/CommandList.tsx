import { useEffect, useRef } from "react";
import { text } from "./text.ts";
import type { OfferedCommands } from "./use-commands.ts";

export const optionId = (list: string, at: number): string => `${list}-${at}`;

interface Props {
  id: string;
  offered: OfferedCommands;
}

/** The commands that a message can begin with, over the box; the keys that move in it are the box's. */
export function CommandList({ id, offered: { commands, active, choose } }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={text.commands.list}
      className="max-h-60 overflow-y-auto border-b border-line p-1"
    >
      {commands.map((command, at) => (
        <div
          key={command.name}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // Keeps the focus in the box.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(command)}
          onKeyDown={() => undefined}
          className={`flex cursor-pointer items-baseline gap-3 rounded px-2 py-1 pointer-coarse:py-2.5 ${at === active ? "bg-accent-soft" : ""}`}
        >
          <span className="shrink-0 font-mono text-xs">
            /{command.name}
            {command.argument !== null && <span className="text-faint"> {command.argument}</span>}
          </span>
          <span className="min-w-0 truncate text-xs text-soft">
            {command.description || text.commands.sources[command.source]}
          </span>
        </div>
      ))}
    </div>
  );
}
