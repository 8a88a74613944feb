import { lazyComponent } from "../lib/lazy-component.ts";
import type { DialogProps } from "./DialogPopup.tsx";
import { LazyBoundary } from "./LazyBoundary.tsx";
import { useEverTrue } from "./use-ever-true.ts";

const DialogPopup = lazyComponent(async () => (await import("./DialogPopup.tsx")).DialogPopup, "preload");

/** A dialog over the page. Its code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const wasOpened = useEverTrue(props.open);
  return <LazyBoundary>{wasOpened && <DialogPopup {...props} />}</LazyBoundary>;
}
