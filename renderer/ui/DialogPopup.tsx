import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { isConfirming } from "../lib/confirmations.ts";
import { IconButton } from "./IconButton.tsx";
import { backdrop, bottomSheet } from "./popup-classes.ts";
import { text } from "./text.ts";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  description?: string;
  /** For pictures and other large content. */
  wide?: boolean;
  /** Stays open on Escape and on a press outside, for content that is shown only once. */
  persistent?: boolean;
  /** Opens over other dialogs, which stay open meanwhile. Stays open on a press outside. */
  covers?: boolean;
  /** Gets the focus when the dialog closes; by default and for null, what had it before. False leaves it where it is. */
  returnFocus?: () => HTMLElement | false | null;
  children: ReactNode;
}

const normalWidth = "w-[min(32rem,calc(100vw-2rem))]";
const wideWidth = "top-[4vh]! max-h-[92dvh]! w-[min(72rem,calc(100vw-2rem))] max-sm:top-auto!";
const popup = `popup fixed inset-x-0 top-[max(1rem,12vh)] z-50 mx-auto flex max-h-[80dvh] flex-col gap-3 overflow-y-auto p-4 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 ${bottomSheet}`;

/** The dialog itself, built on Base UI; `Dialog` loads it when first opened. */
export function DialogPopup(props: DialogProps) {
  const { open, onClose, title, description, wide = false, children } = props;
  const { persistent = false, covers = false, returnFocus } = props;
  const dismiss = (reason: string): void => {
    const isCovered = !covers && isConfirming();
    if (!isCovered && !(persistent && reason === "escape-key")) onClose();
  };
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={persistent || covers}
      onOpenChange={(next, { reason }) => !next && dismiss(reason)}
    >
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup
          className={`${popup} ${wide ? wideWidth : normalWidth}`}
          {...(returnFocus && { finalFocus: returnFocus })}
        >
          <header className="flex items-start gap-3">
            <Base.Title className="flex-1 text-lg font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton label={text.dialog.close} />}>
              <X aria-hidden className="size-4" />
            </Base.Close>
          </header>
          {description !== undefined && (
            <Base.Description className="text-sm text-soft">{description}</Base.Description>
          )}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
