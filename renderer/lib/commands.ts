import { useLayoutEffect } from "react";
import { create } from "zustand";
import { type HotkeyId, hotkeyOf, innermostScope } from "./hotkeys.ts";
import { shortcutOf } from "./key-bindings.ts";
import { type KeyEvent, stepOf, stepsOf } from "./keyboard.ts";

/** Something a person can do: one object behind its button, its shortcut and its entry in the palette. */
export interface Command {
  id: string;
  label: string;
  group: "Go to" | "Settings" | "This session" | "Selected sessions" | "Board" | "Inbox" | "Appearance";
  /** Its entry in lib/hotkeys.ts, which lists every shortcut. */
  hotkey?: HotkeyId;
  /** More words by which the palette finds it. */
  keywords?: string;
  run(): void;
}

interface CommandState {
  /** By the part of the screen that registered them; the last one wins a contested shortcut. */
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
 * Registers commands while the component is mounted, before it is painted, so that no early key press is lost.
 * `commands` must keep its identity between renders.
 */
export function useRegisterCommands(owner: string, commands: readonly Command[]): void {
  useLayoutEffect(() => {
    useCommands.setState((state) => withCommands(state, owner, commands));
    return () => useCommands.setState((state) => withCommands(state, owner, null));
  }, [owner, commands]);
}

export const registeredCommands = ({ registered }: CommandState): Command[] =>
  [...registered.values()].flat();

/** The first step of a two-step shortcut, and the event time when it was pressed. */
export interface PendingStep {
  step: string;
  at: number;
}

/** An "i" within this time after "g" completes "g i". */
const nextStepMs = 1_500;

interface KeyPress {
  event: KeyEvent;
  pendingStep: PendingStep | null;
  now: number;
  /** A text field has the focus, where few shortcuts apply. */
  typing: boolean;
}

/**
 * The command that a key press runs, or the step that it begins. A command of the innermost scope wins, then the last
 * registered one.
 */
export function resolveKeyPress(
  state: CommandState,
  { event, pendingStep, now, typing }: KeyPress,
): { command?: Command | undefined; pendingStep: PendingStep | null } {
  const step = stepOf(event);
  if (step === null) return { pendingStep };
  const keys = registeredCommands(state).flatMap((command) =>
    command.hotkey === undefined || (typing && hotkeyOf(command.hotkey).inFields !== true)
      ? []
      : [
          {
            command,
            steps: stepsOf(shortcutOf(command.hotkey)),
            isInnermost: hotkeyOf(command.hotkey).scope === innermostScope,
          },
        ],
  );
  const ordered = [...keys.filter((key) => !key.isInnermost), ...keys.filter((key) => key.isInnermost)];
  const holding = pendingStep !== null && now - pendingStep.at <= nextStepMs ? pendingStep.step : null;
  const second = ordered.findLast(
    ({ steps }) => holding !== null && steps[0] === holding && steps[1] === step,
  );
  if (second) return { command: second.command, pendingStep: null };
  const whole = ordered.findLast(({ steps }) => steps.length === 1 && steps[0] === step);
  if (whole) return { command: whole.command, pendingStep: null };
  const begins = keys.some(({ steps }) => steps.length > 1 && steps[0] === step);
  return { pendingStep: begins ? { step, at: now } : null };
}
