import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";
import type { Button } from "./Button.tsx";
import { LazyBoundary } from "./LazyBoundary.tsx";

export type Trigger = ReactElement<ComponentProps<typeof Button>>;

/** How the popup was first opened: a key focuses the first or last item, a pointer focuses none. */
export type OpenedBy = "pointer" | "down" | "up";

/** The keys that open a menu from its button. */
export const openedByKey: Readonly<Record<string, OpenedBy>> = { ArrowDown: "down", ArrowUp: "up" };

interface Props {
  trigger: Trigger;
  kind: "menu" | "dialog";
  /** Renders the trigger together with its open popup. */
  children(by: OpenedBy): ReactNode;
}

/** A button whose popup is loaded and mounted on the first press; the board has hundreds of them. */
export function LazyPopup({ trigger, kind, children }: Props) {
  const [by, setBy] = useState<OpenedBy | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const opening = kind === "menu" ? openedByKey[event.key] : undefined;
    if (opening === undefined) return;
    event.preventDefault();
    setBy(opening);
  };
  const button = cloneElement(trigger, {
    "aria-haspopup": kind,
    "aria-expanded": false,
    // A click by Enter or Space has detail 0.
    onClick: ({ detail }: MouseEvent) => setBy(detail === 0 ? "down" : "pointer"),
    onKeyDown,
  });
  return by === null ? button : <LazyBoundary fallback={button}>{children(by)}</LazyBoundary>;
}
