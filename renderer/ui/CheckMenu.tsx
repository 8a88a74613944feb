import { lazyPart } from "../lib/lazy-component.ts";
import { DeferredPopup, type Trigger } from "./LazyPopup.tsx";
import type { MenuEntry } from "./Menu.tsx";

const CheckMenuPopup = lazyPart(async () => (await import("./CheckMenuPopup.tsx")).CheckMenuPopup, "ahead");

export interface MenuCheck {
  id: string;
  label: string;
  checked: boolean;
  turn(): void;
}

export interface CheckMenuProps {
  trigger: Trigger;
  /** What the checks are about. */
  title: string;
  checks: readonly MenuCheck[];
  entries: readonly MenuEntry[];
}

/** A menu of things that are on or off, which stays open while they are turned, and of things to do. */
export function CheckMenu(props: CheckMenuProps) {
  return (
    <DeferredPopup trigger={props.trigger} kind="menu">
      {(by) => <CheckMenuPopup {...props} by={by} />}
    </DeferredPopup>
  );
}
