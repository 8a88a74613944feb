import type { ReactNode } from "react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import type { ReorderOptions } from "./reorder-context.ts";

const ReorderArea = lazyComponent(async () => (await import("./ReorderProvider.tsx")).ReorderProvider);

/** A list that can be reordered once the code for it is loaded. */
export function ReorderableList({
  on,
  children,
  ...area
}: ReorderOptions & { on: boolean; children: ReactNode }) {
  if (!on) return children;
  return (
    <LazyBoundary fallback={children}>
      <ReorderArea {...area}>{children}</ReorderArea>
    </LazyBoundary>
  );
}
