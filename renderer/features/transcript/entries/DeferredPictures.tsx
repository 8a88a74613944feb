import { Suspense } from "react";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import type { PicturesProps } from "./Pictures.tsx";

const Pictures = lazyComponent(async () => (await import("./Pictures.tsx")).Pictures);

/** The pictures of an entry; most transcripts have none, so their code is loaded with the first one. */
export function DeferredPictures({
  count,
  ...props
}: Omit<PicturesProps, "count"> & { count: number | undefined }) {
  if (!count) return null;
  return (
    <div className="mt-1.5 min-h-36">
      <Suspense fallback={null}>
        <Pictures count={count} {...props} />
      </Suspense>
    </div>
  );
}
