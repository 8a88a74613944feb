import type { MenuItem } from "../../ui/Menu.tsx";
import type { Action, ActionId } from "./actions.ts";

/** Acts as the lines of a menu. */
export const actionMenuEntries = (acts: readonly Action[], run: (id: ActionId) => void): MenuItem[] =>
  acts.map(({ id, label, hotkey, dangerous }) => ({
    id,
    label,
    hotkey,
    dangerous,
    run: () => run(id),
  }));
