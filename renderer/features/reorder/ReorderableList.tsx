import type { ReactNode } from "react";
import { lazyPart } from "../../lib/lazy-component.ts";
import { Deferred } from "../../ui/LazyBoundary.tsx";
import type { Area } from "./reorder-context.ts";

const ReorderArea = lazyPart(async () => (await import("./ReorderProvider.tsx")).ReorderArea);

/** A list that can be reordered once the code for it is there; until then it is only shown. */
export function Reorderable({ on, children, ...area }: Area & { on: boolean; children: ReactNode }) {
  if (!on) return children;
  return (
    <Deferred until={children}>
      <ReorderArea {...area}>{children}</ReorderArea>
    </Deferred>
  );
}
