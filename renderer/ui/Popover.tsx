import type { ReactNode } from "react";
import { lazyComponent } from "../lib/lazy-component.ts";
import { LazyPopup, type Trigger } from "./LazyPopup.tsx";

const PanelPopup = lazyComponent(async () => (await import("./PopoverPopup.tsx")).PopoverPopup, "preload");

export interface PopoverProps {
  trigger: Trigger;
  label: string;
  /** How what is in it is aligned. */
  className: string;
  children: ReactNode;
}

/** A button and a small panel of controls under it. */
export function Popover(props: PopoverProps) {
  return (
    <LazyPopup trigger={props.trigger} kind="dialog">
      {() => <PanelPopup {...props} />}
    </LazyPopup>
  );
}
