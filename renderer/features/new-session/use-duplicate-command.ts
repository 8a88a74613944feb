import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";

/** Offers, beside what can be done with a session, a new one that is set up as it is. */
export function useDuplicateCommand(sessionId: number): Command {
  const navigate = useNavigate();
  const command = useMemo<Command>(
    () => ({
      id: "session.duplicate",
      label: "New session with these settings",
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
