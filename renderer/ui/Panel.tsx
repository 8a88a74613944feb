import type { ReactNode } from "react";
import { lazyPart } from "../lib/lazy-part.ts";
import { DeferredPopup, type Trigger } from "./DeferredPopup.tsx";

const PanelPopup = lazyPart(async () => (await import("./PanelPopup.tsx")).PanelPopup, "ahead");

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
