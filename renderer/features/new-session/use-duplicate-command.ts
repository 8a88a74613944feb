import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { text } from "./text.ts";

/** Offers a new session with the settings of this one. */
export function useDuplicateCommand(sessionId: number): Command {
  const navigate = useNavigate();
  const command = useMemo<Command>(
    () => ({
      id: "session.duplicate",
      label: text.duplicate.label,
      group: "This session",
      keywords: "duplicate clone copy template root branch model",
      run: () => void navigate({ to: "/sessions/new", search: { from: String(sessionId) } }),
    }),
    [navigate, sessionId],
  );
  useRegisterCommands(
    "duplicate",
    useMemo(() => [command], [command]),
  );
  return command;
}
