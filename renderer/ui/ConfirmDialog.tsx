import { lazyComponent } from "../lib/lazy-component.ts";
import type { ConfirmProps } from "./ConfirmPopup.tsx";
import { LazyBoundary } from "./LazyBoundary.tsx";
import { useEverTrue } from "./use-ever-true.ts";

export type { Confirmation } from "./ConfirmPopup.tsx";

const ConfirmPopup = lazyComponent(async () => (await import("./ConfirmPopup.tsx")).ConfirmPopup, "preload");

/** Asks before something that cannot be undone. The dialog's code is loaded when it first opens. */
export function ConfirmDialog(props: ConfirmProps) {
  const wasOpened = useEverTrue(props.confirmation !== null);
  return <LazyBoundary>{wasOpened && <ConfirmPopup {...props} />}</LazyBoundary>;
}
