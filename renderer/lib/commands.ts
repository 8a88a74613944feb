import { useLayoutEffect } from "react";
import { create } from "zustand";
import { type HotkeyId, hotkeyOf } from "./hotkeys.ts";
import { shortcutOf } from "./key-bindings.ts";
import { type Pressed, stepOf, stepsOf } from "./keyboard.ts";

/** Something a person can do: one object behind its button, its key and its line in the palette. */
export interface Command {
  id: string;
  label: string;
  group: "Go to" | "Settings" | "This session" | "Selected sessions" | "Board" | "Inbox" | "Appearance";
  /** Its line in lib/hotkeys.ts, where every key stands. */
  hotkey?: HotkeyId;
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

/**
 * Offers commands for as long as the component is on the screen, from the moment it can be seen: a key that is pressed at
 * once counts. Give a list that is stable between draws.
 */
export function useOfferCommands(owner: string, commands: readonly Command[]): void {
  useLayoutEffect(() => {
    useCommands.setState((state) => withOffer(state, owner, commands));
    return () => useCommands.setState((state) => withOffer(state, owner, null));
  }, [owner, commands]);
}

export const offeredCommands = ({ offers }: CommandState): Command[] => [...offers.values()].flat();

/** The first step of a key of two, and when it was pressed, by the clock of events. */
export interface Begun {
  step: string;
  at: number;
}

/** So long after "g" an "i" still belongs to it. */
const stepPauseMs = 1_500;

interface Press {
  event: Pressed;
  begun: Begun | null;
  now: number;
  /** Something is being typed, where few keys count. */
  typing: boolean;
}

/** What a key press runs, or begins; the command that was offered last wins a contested key. */
export function pressed(
  state: CommandState,
  { event, begun, now, typing }: Press,
): { command?: Command | undefined; begun: Begun | null } {
  const step = stepOf(event);
  if (step === null) return { begun };
  const keys = offeredCommands(state).flatMap((command) =>
    command.hotkey === undefined || (typing && hotkeyOf(command.hotkey).inFields !== true)
      ? []
      : [{ command, steps: stepsOf(shortcutOf(command.hotkey)) }],
  );
  const holding = begun !== null && now - begun.at <= stepPauseMs ? begun.step : null;
  const second = keys.findLast(({ steps }) => holding !== null && steps[0] === holding && steps[1] === step);
  if (second) return { command: second.command, begun: null };
  const whole = keys.findLast(({ steps }) => steps.length === 1 && steps[0] === step);
  if (whole) return { command: whole.command, begun: null };
  const begins = keys.some(({ steps }) => steps.length > 1 && steps[0] === step);
  return { begun: begins ? { step, at: now } : null };
}
