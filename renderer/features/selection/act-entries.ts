import type { MenuEntry } from "../../ui/Menu.tsx";
import type { Act, ActId } from "./acts.ts";

/** Acts as the lines of a menu. */
export const actEntries = (acts: readonly Act[], run: (id: ActId) => void): MenuEntry[] =>
  acts.map(({ id, label, shortcut, dangerous }) => ({
    id,
    label,
    shortcut,
    dangerous,
    run: () => run(id),
  }));
