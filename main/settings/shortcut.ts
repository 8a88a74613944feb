import type { Host } from "../host.ts";

/** One chord that the whole system hears. Answers whether it was to be had; without it, the old one stays. */
export interface Shortcut {
  current(): string | null;
  change(chord: string | null): boolean;
  release(): void;
}

export function globalShortcut({ electron }: Host, onPressed: () => void): Shortcut {
  const registry = electron.globalShortcut;
  let held: string | null = null;

  /** False where another program has it, and on desktops that let no program listen. */
  function take(chord: string): boolean {
    try {
      return registry.register(chord, onPressed);
    } catch {
      return false;
    }
  }

  function release(): void {
    if (held !== null) registry.unregister(held);
    held = null;
  }

  return {
    current: () => held,
    change(chord) {
      if (chord === held) return true;
      if (chord !== null && !take(chord)) return false;
      release();
      held = chord;
      return true;
    },
    release,
  };
}
