import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { actionsFor, describeSessions } from "./actions.ts";
import { useAction } from "./use-action.ts";

interface Offer {
  /** Give a list that is stable between draws. */
  sessions: readonly Session[];
  group: Command["group"];
}

/** Offers every act that fits these sessions, under its key and in the palette. */
export function useActionCommands({ sessions, group }: Offer): void {
  const act = useAction();
  const commands = useMemo<readonly Command[]>(() => {
    return actionsFor(sessions).map(({ id, label, hotkey }) => ({
      id: `act.${id}`,
      label: `${label.replace("…", "")}: ${describeSessions(sessions)}`,
      group,
      ...(hotkey !== undefined && { hotkey }),
      run: () => act(id, sessions),
    }));
  }, [act, sessions, group]);
  useRegisterCommands("acts", commands);
}
