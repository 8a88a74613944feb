import { TableOfContents } from "lucide-react";
import { useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LazyBoundary } from "../../../ui/LazyBoundary.tsx";
import { text } from "./text.ts";

const Outline = lazyComponent(async () => (await import("./Outline.tsx")).Outline, "preload");

/** Opens the outline: the turns and prompts of the whole transcript. */
export function OutlineButton({ sessionId }: { sessionId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={text.outline.open} onClick={() => setOpen(true)}>
        <TableOfContents aria-hidden className="size-4" />
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={text.outline.title}>
        {open && (
          <LazyBoundary>
            <Outline sessionId={sessionId} onLeave={() => setOpen(false)} />
          </LazyBoundary>
        )}
      </Dialog>
    </>
  );
}
