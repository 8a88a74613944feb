import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { type Command, useOfferCommands } from "../../lib/commands.ts";
import { type ActId, actsFor, namesOf } from "./acts.ts";
import { useAct } from "./use-act.ts";

interface Offer {
  /** Give a list that is stable between draws. */
  sessions: readonly Session[];
  group: Command["group"];
  /** Those that are offered elsewhere on the screen. */
  except?: readonly ActId[];
}

const none: readonly ActId[] = [];

/** Offers every act that fits these sessions, under its key and in the palette. */
export function useActCommands({ sessions, group, except = none }: Offer): void {
  const act = useAct();
  const commands = useMemo<readonly Command[]>(() => {
    const fitting = actsFor(sessions).filter(({ id }) => !except.includes(id));
    return fitting.map(({ id, label, shortcut }) => ({
      id: `act.${id}`,
      label: `${label.replace("…", "")}: ${namesOf(sessions)}`,
      group,
      ...(shortcut !== undefined && { shortcut }),
      run: () => act(id, sessions),
    }));
  }, [act, sessions, group, except]);
  useOfferCommands("acts", commands);
}
