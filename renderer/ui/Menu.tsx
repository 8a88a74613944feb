import type { HotkeyId } from "../lib/hotkeys.ts";
import { lazyPart } from "../lib/lazy-component.ts";
import { DeferredPopup, type Trigger } from "./LazyPopup.tsx";

const MenuPopup = lazyPart(async () => (await import("./MenuPopup.tsx")).MenuPopup, "ahead");

export interface MenuEntry {
  id: string;
  label: string;
  hotkey?: HotkeyId | undefined;
  dangerous?: boolean | undefined;
  run(): void;
}

export interface MenuProps {
  trigger: Trigger;
  entries: readonly MenuEntry[];
}

/** A button and the things to do that it lists. */
export function Menu(props: MenuProps) {
  return (
    <DeferredPopup trigger={props.trigger} kind="menu">
      {(by) => <MenuPopup {...props} by={by} />}
    </DeferredPopup>
  );
}
