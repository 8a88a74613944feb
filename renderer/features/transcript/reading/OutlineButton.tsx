import { TableOfContents } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LazyBoundary } from "../../../ui/LazyBoundary.tsx";

const Outline = lazyComponent(async () => (await import("./Outline.tsx")).Outline, "preload");

/** The turns and prompts of the whole transcript, each prompt a way to its line. */
export function OutlineButton({ sessionId }: { sessionId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Outline" onClick={() => setOpen(true)}>
        <TableOfContents aria-hidden className="size-4" />
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title="Turns and prompts">
        {open && (
          <LazyBoundary>
            <Outline sessionId={sessionId} onGone={() => setOpen(false)} />
          </LazyBoundary>
        )}
      </Dialog>
    </>
  );
}
