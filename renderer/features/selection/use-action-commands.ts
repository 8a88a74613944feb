import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { searchForTab } from "../sessions/session-page-search.ts";
import { actionsFor, describeSessions } from "./actions.ts";
import { text } from "./text.ts";
import { useAction } from "./use-action.ts";

interface Offer {
  /** Must be a stable list between renders. */
  sessions: readonly Session[];
  group: Command["group"];
}

/** Registers the available actions on these sessions for their shortcuts and the palette. */
export function useActionCommands({ sessions, group }: Offer): void {
  const runAction = useAction();
  const navigate = useNavigate();
  const commands = useMemo<readonly Command[]>(() => {
    const [only] = sessions;
    const changes: Command[] =
      only && sessions.length === 1
        ? [
            {
              id: "act.changes",
              label: text.openChanges(describeSessions(sessions)),
              group,
              hotkey: "act.changes",
              keywords: "diff files review",
              run: () =>
                void navigate({
                  to: "/sessions/$id",
                  params: { id: String(only.id) },
                  search: searchForTab({ tab: "changes" }),
                }),
            },
          ]
        : [];
    const own = actionsFor(sessions).map<Command>(({ id, label, hotkey }) => ({
      id: `act.${id}`,
      label: text.command(label.replace("…", ""), describeSessions(sessions)),
      group,
      ...(hotkey !== undefined && { hotkey }),
      run: () => runAction(id, sessions),
    }));
    return [...own, ...changes];
  }, [navigate, runAction, sessions, group]);
  useRegisterCommands("acts", commands);
}
