import type { Host } from "../host.ts";

/** One system-wide shortcut. `change` returns false if it is not available, and keeps the old one. */
export interface Shortcut {
  current(): string | null;
  change(chord: string | null): boolean;
  release(): void;
}

export function globalShortcut({ electron }: Host, onPressed: () => void): Shortcut {
  const registry = electron.globalShortcut;
  let registered: string | null = null;

  /** Returns false if another program has it, or if the desktop does not allow global shortcuts. */
  function register(chord: string): boolean {
    try {
      return registry.register(chord, onPressed);
    } catch {
      return false;
    }
  }

  function release(): void {
    if (registered !== null) registry.unregister(registered);
    registered = null;
  }

  return {
    current: () => registered,
    change(chord) {
      if (chord === registered) return true;
      if (chord !== null && !register(chord)) return false;
      release();
      registered = chord;
      return true;
    },
    release,
  };
}
