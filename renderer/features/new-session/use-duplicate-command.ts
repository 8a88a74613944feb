import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { openNewSession } from "./new-session.store.ts";
import { text } from "./text.ts";

/** Offers a new session with the settings of this one. */
export function useDuplicateCommand(sessionId: number): Command {
  const command = useMemo<Command>(
    () => ({
      id: "session.duplicate",
      label: text.duplicate.label,
      group: "This session",
      keywords: "duplicate clone copy template root branch model",
      run: () => openNewSession({ from: String(sessionId) }),
    }),
    [sessionId],
  );
  useRegisterCommands(
    "duplicate",
    useMemo(() => [command], [command]),
  );
  return command;
}
