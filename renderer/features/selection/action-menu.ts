import type { MenuItem } from "../../ui/Menu.tsx";
import type { Action, ActionId } from "./actions.ts";

/** The menu items of actions. */
export const actionMenuEntries = (actions: readonly Action[], run: (id: ActionId) => void): MenuItem[] =>
  actions.map(({ id, label, hotkey, dangerous }) => ({
    id,
    label,
    hotkey,
    dangerous,
    run: () => run(id),
  }));
