import { Menu as Base } from "@base-ui/react/menu";
import { type ComponentProps, type Ref, useRef } from "react";
import { Kbd } from "./Kbd.tsx";
import type { OpenedBy } from "./LazyPopup.tsx";
import type { MenuItem, MenuProps } from "./Menu.tsx";
import { bottomSheet, bottomSheetPosition, mobileBackdrop } from "./popup-classes.ts";
import { useReplayOpeningKey } from "./use-replay-opening-key.ts";

function Line({ label, hotkey, dangerous, run }: MenuItem) {
  return (
    <Base.Item
      onClick={run}
      className={`flex h-8 shrink-0 cursor-default items-center gap-4 rounded-sm px-2.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:h-11 ${dangerous ? "text-failed" : ""}`}
    >
      <span className="flex-1">{label}</span>
      {hotkey !== undefined && <Kbd hotkey={hotkey} />}
    </Base.Item>
  );
}

interface SheetProps extends Pick<ComponentProps<typeof Base.Popup>, "finalFocus"> {
  items: readonly MenuItem[];
  position: Pick<ComponentProps<typeof Base.Positioner>, "anchor" | "align" | "sideOffset">;
  /** For a menu that no button names. */
  label?: string;
  popup?: Ref<HTMLDivElement>;
}

/** The items on their surface, with destructive actions last and set apart; on a phone at the bottom of the screen. */
export function MenuSheet({ items, position, label, popup, finalFocus }: SheetProps) {
  const safe = items.filter(({ dangerous }) => dangerous !== true);
  const dangerous = items.filter((entry) => entry.dangerous === true);
  return (
    <Base.Portal>
      <Base.Backdrop className={mobileBackdrop} />
      <Base.Positioner {...position} className={bottomSheetPosition}>
        <Base.Popup
          ref={popup}
          aria-label={label}
          finalFocus={finalFocus}
          className={`popup max-h-[min(85dvh,var(--available-height))] min-w-44 overflow-y-auto p-1 max-sm:max-h-[85dvh] ${bottomSheet}`}
        >
          {safe.map((entry) => (
            <Line key={entry.id} {...entry} />
          ))}
          {safe.length > 0 && dangerous.length > 0 && (
            <Base.Separator className="my-1 border-t border-line" />
          )}
          {dangerous.map((entry) => (
            <Line key={entry.id} {...entry} />
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** A menu and its button. */
export function MenuPopup({ trigger, items, by }: MenuProps & { by: OpenedBy }) {
  const button = useRef<HTMLButtonElement>(null);
  useReplayOpeningKey(button, by);
  return (
    <Base.Root defaultOpen={by === "pointer"}>
      <Base.Trigger ref={button} render={trigger} />
      <MenuSheet items={items} position={{ align: "end", sideOffset: 4 }} finalFocus={button} />
    </Base.Root>
  );
}
