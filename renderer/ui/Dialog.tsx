import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./IconButton.tsx";

interface Props {
  open: boolean;
  onClose(): void;
  title: string;
  description?: string;
  children: ReactNode;
}

const popup =
  "popup fixed top-[max(1rem,12vh)] left-1/2 z-50 flex max-h-[80dvh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-3 overflow-y-auto p-4 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

export const backdrop =
  "fixed inset-0 z-50 bg-[#08090c]/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0";

export function Dialog({ open, onClose, title, description, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdrop} />
        <Base.Popup className={popup}>
          <header className="flex items-start gap-3">
            <Base.Title className="flex-1 text-lg font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" />}>
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
