import { useLayoutEffect } from "react";
import { create } from "zustand";
import { type HotkeyId, hotkeyOf } from "./hotkeys.ts";
import { shortcutOf } from "./key-bindings.ts";
import { type KeyEvent, stepOf, stepsOf } from "./keyboard.ts";

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
  registered: ReadonlyMap<string, readonly Command[]>;
}

export const useCommands = create<CommandState>()(() => ({ registered: new Map() }));

function withCommands(state: CommandState, owner: string, commands: readonly Command[] | null): CommandState {
  const registered = new Map(state.registered);
  registered.delete(owner);
  if (commands) registered.set(owner, commands);
  return { registered };
}

/**
 * Offers commands for as long as the component is on the screen, from the moment it can be seen: a key that is pressed at
 * once counts. Give a list that is stable between draws.
 */
export function useRegisterCommands(owner: string, commands: readonly Command[]): void {
  useLayoutEffect(() => {
    useCommands.setState((state) => withCommands(state, owner, commands));
    return () => useCommands.setState((state) => withCommands(state, owner, null));
  }, [owner, commands]);
}

export const registeredCommands = ({ registered }: CommandState): Command[] =>
  [...registered.values()].flat();

/** The first step of a key of two, and when it was pressed, by the clock of events. */
export interface PendingStep {
  step: string;
  at: number;
}

/** So long after "g" an "i" still belongs to it. */
const nextStepMs = 1_500;

interface KeyPress {
  event: KeyEvent;
  pendingStep: PendingStep | null;
  now: number;
  /** Something is being typed, where few keys count. */
  typing: boolean;
}

/** What a key press runs, or begins; the command that was offered last wins a contested key. */
export function resolveKeyPress(
  state: CommandState,
  { event, pendingStep, now, typing }: KeyPress,
): { command?: Command | undefined; pendingStep: PendingStep | null } {
  const step = stepOf(event);
  if (step === null) return { pendingStep };
  const keys = registeredCommands(state).flatMap((command) =>
    command.hotkey === undefined || (typing && hotkeyOf(command.hotkey).inFields !== true)
      ? []
      : [{ command, steps: stepsOf(shortcutOf(command.hotkey)) }],
  );
  const holding = pendingStep !== null && now - pendingStep.at <= nextStepMs ? pendingStep.step : null;
  const second = keys.findLast(({ steps }) => holding !== null && steps[0] === holding && steps[1] === step);
  if (second) return { command: second.command, pendingStep: null };
  const whole = keys.findLast(({ steps }) => steps.length === 1 && steps[0] === step);
  if (whole) return { command: whole.command, pendingStep: null };
  const begins = keys.some(({ steps }) => steps.length > 1 && steps[0] === step);
  return { pendingStep: begins ? { step, at: now } : null };
}
