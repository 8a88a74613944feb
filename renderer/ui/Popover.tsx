import type { ReactNode } from "react";
import { lazyComponent } from "../lib/lazy-component.ts";
import { LazyPopup, type Trigger } from "./LazyPopup.tsx";

const PanelPopup = lazyComponent(async () => (await import("./PopoverPopup.tsx")).PopoverPopup, "preload");

export interface PopoverProps {
  trigger: Trigger;
  label: string;
  /** Alignment of the content. */
  className: string;
  children: ReactNode;
}

/** A button that opens a small panel of controls. */
export function Popover(props: PopoverProps) {
  return (
    <LazyPopup trigger={props.trigger} kind="dialog">
      {() => <PanelPopup {...props} />}
    </LazyPopup>
  );
}
