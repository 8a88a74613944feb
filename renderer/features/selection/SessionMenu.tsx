import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import type { MenuItem } from "../../ui/Menu.tsx";
import { actionMenuEntries } from "./action-menu.ts";
import { actionsFor } from "./actions.ts";
import { changeSelection, toggle } from "./selection.store.ts";
import { closeSessionMenu, useSessionMenu } from "./session-menu.store.ts";
import { text } from "./text.ts";
import { useAction } from "./use-action.ts";
import { useSessionMenuEvents } from "./use-session-menu-events.ts";

const PlacedMenu = lazyComponent(async () => (await import("../../ui/PlacedMenu.tsx")).PlacedMenu, "preload");

const selectItem = (id: number): MenuItem => ({
  id: "select",
  label: text.menu.select,
  hotkey: "board.select",
  run: () => changeSelection((selection) => toggle(selection, id)),
});

/** What can be done with one session only. */
const singleItems = ({ id }: Session, selectable: boolean): MenuItem[] => {
  const path = `/sessions/${id}`;
  return [
    { id: "tab", label: text.menu.newTab, run: () => void open(path, "_blank", "noopener") },
    {
      id: "link",
      label: text.menu.copyLink,
      run: () => void navigator.clipboard.writeText(location.origin + path),
    },
    ...(selectable ? [selectItem(id)] : []),
  ];
};

/** The menu of the session that was pressed with the right button, long or with its own key, or of the whole selection. */
export function SessionMenu() {
  useSessionMenuEvents();
  const shown = useSessionMenu((state) => state.open);
  const runAction = useAction();
  if (shown === null) return null;
  const { sessions } = shown;
  const [only, ...others] = sessions;
  const entries = actionMenuEntries(actionsFor(sessions), (id) => runAction(id, sessions));
  const items = only && others.length === 0 ? [...singleItems(only, shown.selectable), ...entries] : entries;
  return (
    <LazyBoundary>
      <PlacedMenu
        anchor={shown.anchor}
        from={shown.from}
        by={shown.by}
        label={text.menu.label}
        items={items}
        onClose={closeSessionMenu}
      />
    </LazyBoundary>
  );
}
