import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
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
  const commands = useMemo<readonly Command[]>(() => {
    return actionsFor(sessions).map(({ id, label, hotkey }) => ({
      id: `act.${id}`,
      label: text.command(label.replace("…", ""), describeSessions(sessions)),
      group,
      ...(hotkey !== undefined && { hotkey }),
      run: () => runAction(id, sessions),
    }));
  }, [runAction, sessions, group]);
  useRegisterCommands("acts", commands);
}
