import type { MenuEntry } from "../../ui/Menu.tsx";
import type { Act, ActId } from "./actions.ts";

/** Acts as the lines of a menu. */
export const actEntries = (acts: readonly Act[], run: (id: ActId) => void): MenuEntry[] =>
  acts.map(({ id, label, hotkey, dangerous }) => ({
    id,
    label,
    hotkey,
    dangerous,
    run: () => run(id),
  }));
