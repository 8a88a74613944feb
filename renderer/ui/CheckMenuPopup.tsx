import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { useRef } from "react";
import type { CheckMenuProps } from "./CheckMenu.tsx";
import type { OpenedBy } from "./LazyPopup.tsx";
import { bottomSheet, bottomSheetPosition, mobileBackdrop } from "./popup-classes.ts";
import { useReplayOpeningKey } from "./use-replay-opening-key.ts";

const item =
  "flex h-8 cursor-default items-center gap-2 rounded-sm px-2 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:h-11";

/** The menu itself, built on Base UI; `CheckMenu` loads it when first opened. */
export function CheckMenuPopup({ trigger, title, checkboxes, items, by }: CheckMenuProps & { by: OpenedBy }) {
  const button = useRef<HTMLButtonElement>(null);
  useReplayOpeningKey(button, by);
  return (
    <Base.Root defaultOpen={by === "pointer"}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Backdrop className={mobileBackdrop} />
        <Base.Positioner sideOffset={4} align="end" className={bottomSheetPosition}>
          <Base.Popup
            finalFocus={button}
            className={`popup max-h-[85dvh] min-w-52 overflow-y-auto p-1 ${bottomSheet}`}
          >
            <Base.Group>
              <Base.GroupLabel className="px-2 py-1 text-2xs font-medium text-faint">{title}</Base.GroupLabel>
              {checkboxes.map(({ id, label, checked, toggle }) => (
                <Base.CheckboxItem
                  key={id}
                  checked={checked}
                  onCheckedChange={toggle}
                  closeOnClick={false}
                  className={item}
                >
                  <span className="grid size-4 place-items-center">
                    <Base.CheckboxItemIndicator>
                      <Check aria-hidden className="size-4 text-accent" />
                    </Base.CheckboxItemIndicator>
                  </span>
                  <span className="flex-1">{label}</span>
                </Base.CheckboxItem>
              ))}
            </Base.Group>
            {items.length > 0 && <Base.Separator className="my-1 h-px bg-line" />}
            {items.map(({ id, label, run }) => (
              <Base.Item key={id} onClick={run} className={item}>
                <span className="size-4" />
                <span className="flex-1">{label}</span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
