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

/** How it was opened the first time: a key goes straight to a line of a menu, the pointer to none. */
export type OpenedBy = "pointer" | "down" | "up";

const openedByKey: Readonly<Record<string, OpenedBy>> = { ArrowDown: "down", ArrowUp: "up" };

interface Props {
  trigger: Trigger;
  kind: "menu" | "dialog";
  /** The same trigger with what it opens, open at first. */
  children(by: OpenedBy): ReactNode;
}

/** A button whose popup is neither fetched nor set up before its first press; a board has hundreds of them. */
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
    // A press by Enter or Space counts no clicks.
    onClick: ({ detail }: MouseEvent) => setBy(detail === 0 ? "down" : "pointer"),
    onKeyDown,
  });
  return by === null ? button : <LazyBoundary fallback={button}>{children(by)}</LazyBoundary>;
}
