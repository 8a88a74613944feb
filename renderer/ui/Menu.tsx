import type { HotkeyId } from "../lib/hotkeys.ts";
import { lazyComponent } from "../lib/lazy-component.ts";
import { LazyPopup, type Trigger } from "./LazyPopup.tsx";

const MenuPopup = lazyComponent(async () => (await import("./MenuPopup.tsx")).MenuPopup, "preload");

export interface MenuItem {
  id: string;
  label: string;
  hotkey?: HotkeyId | undefined;
  dangerous?: boolean | undefined;
  run(): void;
}

export interface MenuProps {
  trigger: Trigger;
  items: readonly MenuItem[];
}

/** A button that opens a menu of actions. */
export function Menu(props: MenuProps) {
  return (
    <LazyPopup trigger={props.trigger} kind="menu">
      {(by) => <MenuPopup {...props} by={by} />}
    </LazyPopup>
  );
}
