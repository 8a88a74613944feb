import { lazyComponent } from "../lib/lazy-component.ts";
import type { ConfirmProps } from "./ConfirmPopup.tsx";
import { LazyBoundary } from "./LazyBoundary.tsx";
import { useEverTrue } from "./use-ever-true.ts";

export type { Confirmation } from "./ConfirmPopup.tsx";

const ConfirmPopup = lazyComponent(async () => (await import("./ConfirmPopup.tsx")).ConfirmPopup, "preload");

/** Asks before something that cannot be undone. What draws it comes with the first question. */
export function ConfirmDialog(props: ConfirmProps) {
  const isWanted = useEverTrue(props.asked !== null);
  return <LazyBoundary>{isWanted && <ConfirmPopup {...props} />}</LazyBoundary>;
}
