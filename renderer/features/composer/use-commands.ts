import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { SlashCommand } from "../../../server/domains/turns/commands/model.ts";
import { beginsCommand, listCommands, movedBy, offeredCommands, withCommand } from "./commands.ts";

export interface OfferedCommands {
  commands: readonly SlashCommand[];
  active: number;
  choose(command: SlashCommand): void;
  /** Returns whether the key was for the list. */
  onKey(event: KeyboardEvent): boolean;
}

/** The commands of the session that the text may become. */
export function useCommands(
  sessionId: number,
  prompt: string,
  setPrompt: (prompt: string) => void,
): OfferedCommands {
  const wanted = beginsCommand(prompt);
  const { data } = useQuery({
    queryKey: ["commands", sessionId],
    queryFn: ({ signal }) => listCommands(sessionId, { signal }),
    enabled: wanted,
  });
  // For the text for which the list was closed, or an entry chosen.
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [at, setAt] = useState({ prompt, active: 0 });
  const offered = wanted && closedFor !== prompt ? offeredCommands(prompt, data?.commands ?? []) : [];
  // A whole name needs no list.
  const commands = offered.length === 1 && `/${offered[0]?.name}` === prompt ? [] : offered;
  const active = at.prompt === prompt && at.active < commands.length ? at.active : 0;

  function choose(command: SlashCommand): void {
    const text = withCommand(command);
    setPrompt(text);
    setClosedFor(text);
  }

  function onKey(event: KeyboardEvent): boolean {
    const command = commands[active];
    if (command === undefined || event.nativeEvent.isComposing) return false;
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return false;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        setAt({ prompt, active: movedBy(active, event.key === "ArrowDown" ? 1 : -1, commands.length) });
        return true;
      case "Enter":
      case "Tab":
        choose(command);
        return true;
      case "Escape":
        setClosedFor(prompt);
        return true;
      default:
        return false;
    }
  }

  return { commands, active, choose, onKey };
}
