import { lazyPart } from "../lib/lazy-component.ts";
import type { ConfirmProps } from "./ConfirmPopup.tsx";
import { Deferred } from "./LazyBoundary.tsx";
import { useOnce } from "./use-ever-true.ts";

export type { Confirmation } from "./ConfirmPopup.tsx";

const ConfirmPopup = lazyPart(async () => (await import("./ConfirmPopup.tsx")).ConfirmPopup, "ahead");

/** Asks before something that cannot be undone. What draws it comes with the first question. */
export function ConfirmDialog(props: ConfirmProps) {
  const isWanted = useOnce(props.asked !== null);
  return <Deferred>{isWanted && <ConfirmPopup {...props} />}</Deferred>;
}
