import { Suspense } from "react";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import type { AppsProps } from "./Apps.tsx";

const Apps = lazyComponent(async () => (await import("./Apps.tsx")).Apps);

/** The apps of a result; most transcripts have none, so their code is loaded with the first one. */
export function DeferredApps({ count, ...props }: Omit<AppsProps, "count"> & { count: number | undefined }) {
  if (!count) return null;
  return (
    <div className="mt-1.5 min-h-6">
      <Suspense fallback={null}>
        <Apps count={count} {...props} />
      </Suspense>
    </div>
  );
}
