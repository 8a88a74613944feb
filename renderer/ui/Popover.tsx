import type { ReactNode } from "react";
import { lazyPart } from "../lib/lazy-component.ts";
import { DeferredPopup, type Trigger } from "./LazyPopup.tsx";

const PanelPopup = lazyPart(async () => (await import("./PopoverPopup.tsx")).PanelPopup, "ahead");

export interface PanelProps {
  trigger: Trigger;
  label: string;
  /** How what is in it is aligned. */
  className: string;
  children: ReactNode;
}

/** A button and a small panel of controls under it. */
export function Panel(props: PanelProps) {
  return (
    <DeferredPopup trigger={props.trigger} kind="dialog">
      {() => <PanelPopup {...props} />}
    </DeferredPopup>
  );
}
