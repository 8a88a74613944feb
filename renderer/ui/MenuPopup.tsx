import { Menu as Base } from "@base-ui/react/menu";
import { useRef } from "react";
import { Kbd } from "./Kbd.tsx";
import type { OpenedBy } from "./LazyPopup.tsx";
import type { MenuItem, MenuProps } from "./Menu.tsx";
import { bottomSheet, bottomSheetPosition, mobileBackdrop } from "./popup-classes.ts";
import { useReplayOpeningKey } from "./use-replay-opening-key.ts";

function Line({ label, hotkey, dangerous, run }: MenuItem) {
  return (
    <Base.Item
      onClick={run}
      className={`flex h-8 cursor-default items-center gap-4 rounded-sm px-2.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:h-11 ${dangerous ? "text-failed" : ""}`}
    >
      <span className="flex-1">{label}</span>
      {hotkey !== undefined && <Kbd hotkey={hotkey} />}
    </Base.Item>
  );
}

/** The menu itself, with destructive actions last and set apart. */
export function MenuPopup({ trigger, items, by }: MenuProps & { by: OpenedBy }) {
  const button = useRef<HTMLButtonElement>(null);
  useReplayOpeningKey(button, by);
  const safe = items.filter(({ dangerous }) => dangerous !== true);
  const dangerous = items.filter((entry) => entry.dangerous === true);
  return (
    <Base.Root defaultOpen={by === "pointer"}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Backdrop className={mobileBackdrop} />
        <Base.Positioner sideOffset={4} align="end" className={bottomSheetPosition}>
          <Base.Popup
            finalFocus={button}
            className={`popup max-h-[85dvh] min-w-44 overflow-y-auto p-1 ${bottomSheet}`}
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
    </Base.Root>
  );
}
