import { Popover } from "@base-ui/react/popover";
import { useRef } from "react";
import type { PopoverProps } from "./Popover.tsx";
import { bottomSheet, bottomSheetPosition, mobileBackdrop } from "./popup-classes.ts";

/** A dialog that was opened from the panel is over the button, and keeps the focus. */
const isCovered = (button: HTMLElement | null): boolean =>
  button?.closest("[aria-hidden='true'], [inert]") != null;

/** The panel itself, built on Base UI; `Popover` loads it when first opened. */
export function PopoverPopup({ trigger, label, className, children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover.Root defaultOpen>
      <Popover.Trigger ref={button} render={trigger} />
      <Popover.Portal>
        <Popover.Backdrop className={mobileBackdrop} />
        <Popover.Positioner sideOffset={6} align="end" collisionPadding={12} className={bottomSheetPosition}>
          <Popover.Popup
            aria-label={label}
            finalFocus={() => !isCovered(button.current) && button.current}
            className={`popup flex max-h-(--available-height) w-76 flex-col gap-3.5 overflow-y-auto p-4 max-sm:max-h-[85dvh] ${bottomSheet} ${className}`}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
