import { Menu as Base } from "@base-ui/react/menu";
import { useLayoutEffect, useRef } from "react";
import type { OpenedBy } from "./LazyPopup.tsx";
import type { MenuItem } from "./Menu.tsx";
import { MenuSheet } from "./MenuPopup.tsx";
import { openingKeys } from "./use-replay-opening-key.ts";

interface Props {
  label: string;
  items: readonly MenuItem[];
  /** Beside an element, or where a person pressed. */
  anchor: Element | { x: number; y: number };
  /** Takes the focus when the menu closes. */
  from: HTMLElement | null;
  by: OpenedBy;
  onClose(): void;
}

const pointAt = ({ x, y }: { x: number; y: number }) => ({
  getBoundingClientRect: () => new DOMRect(x, y, 0, 0),
});

/** A menu without a button of its own, such as that of the right mouse button. */
export function PlacedMenu({ label, items, anchor, from, by, onClose }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (by === "pointer") return;
    // Base UI focuses an item only for a key that it received itself.
    const asked = requestAnimationFrame(() =>
      popup.current?.dispatchEvent(
        new KeyboardEvent("keydown", { key: openingKeys[by], bubbles: true, cancelable: true }),
      ),
    );
    return () => cancelAnimationFrame(asked);
  }, [by]);
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuSheet
        popup={popup}
        label={label}
        items={items}
        position={
          anchor instanceof Element
            ? { anchor, align: "end", sideOffset: 4 }
            : { anchor: pointAt(anchor), align: "start", sideOffset: 2 }
        }
        finalFocus={() => from}
      />
    </Base.Root>
  );
}
