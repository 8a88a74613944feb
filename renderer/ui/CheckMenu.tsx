import { lazyComponent } from "../lib/lazy-component.ts";
import { LazyPopup, type Trigger } from "./LazyPopup.tsx";
import type { MenuItem } from "./Menu.tsx";

const CheckMenuPopup = lazyComponent(
  async () => (await import("./CheckMenuPopup.tsx")).CheckMenuPopup,
  "preload",
);

export interface MenuCheckbox {
  id: string;
  label: string;
  checked: boolean;
  toggle(): void;
}

export interface CheckMenuProps {
  trigger: Trigger;
  /** Heading above the checkboxes. */
  title: string;
  checkboxes: readonly MenuCheckbox[];
  items: readonly MenuItem[];
}

/** A menu of checkboxes, which stays open while they are toggled, followed by actions. */
export function CheckMenu(props: CheckMenuProps) {
  return (
    <LazyPopup trigger={props.trigger} kind="menu">
      {(by) => <CheckMenuPopup {...props} by={by} />}
    </LazyPopup>
  );
}
