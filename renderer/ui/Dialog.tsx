import { lazyPart } from "../lib/lazy-component.ts";
import type { DialogProps } from "./DialogPopup.tsx";
import { Deferred } from "./LazyBoundary.tsx";
import { useOnce } from "./use-ever-true.ts";

const DialogPopup = lazyPart(async () => (await import("./DialogPopup.tsx")).DialogPopup, "ahead");

/** A question or a form over the page. What draws it comes with the first one that is opened. */
export function Dialog(props: DialogProps) {
  const isWanted = useOnce(props.open);
  return <Deferred>{isWanted && <DialogPopup {...props} />}</Deferred>;
}
