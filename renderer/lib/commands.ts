import { useEffect } from "react";
import { create } from "zustand";
import { matchesShortcut } from "./keyboard.ts";

/** Something a person can do: one object behind its button, its key and its line in the palette. */
export interface Command {
  id: string;
  label: string;
  group: "Go to" | "This session" | "Selected sessions" | "Board" | "Appearance";
  shortcut?: string;
  /** Further words under which the palette finds it. */
  keywords?: string;
  run(): void;
}

interface CommandState {
  /** By the screen part that offers them; the last one to come wins a contested key. */
  offers: ReadonlyMap<string, readonly Command[]>;
}

export const useCommands = create<CommandState>()(() => ({ offers: new Map() }));

function withOffer(state: CommandState, owner: string, commands: readonly Command[] | null): CommandState {
  const offers = new Map(state.offers);
  offers.delete(owner);
  if (commands) offers.set(owner, commands);
  return { offers };
}

/** Offers commands for as long as the component is on the screen. Give a list that is stable between draws. */
export function useOfferCommands(owner: string, commands: readonly Command[]): void {
  useEffect(() => {
    useCommands.setState((state) => withOffer(state, owner, commands));
    return () => useCommands.setState((state) => withOffer(state, owner, null));
  }, [owner, commands]);
}

export const offeredCommands = ({ offers }: CommandState): Command[] => [...offers.values()].flat();

export function commandFor(state: CommandState, event: KeyboardEvent): Command | undefined {
  return offeredCommands(state).findLast(
    ({ shortcut }) => shortcut !== undefined && matchesShortcut(event, shortcut),
  );
}
