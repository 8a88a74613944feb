import { lazyComponent } from "../lib/lazy-component.ts";
import type { DialogProps } from "./DialogPopup.tsx";
import { LazyBoundary } from "./LazyBoundary.tsx";
import { useEverTrue } from "./use-ever-true.ts";

const DialogPopup = lazyComponent(async () => (await import("./DialogPopup.tsx")).DialogPopup, "preload");

/** A question or a form over the page. What draws it comes with the first one that is opened. */
export function Dialog(props: DialogProps) {
  const isWanted = useEverTrue(props.open);
  return <LazyBoundary>{isWanted && <DialogPopup {...props} />}</LazyBoundary>;
}
