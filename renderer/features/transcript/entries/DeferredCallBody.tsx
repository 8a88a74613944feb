import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import type { CallBodyProps } from "./CallBody.tsx";

const CallBody = lazyComponent(async () => (await import("./CallBody.tsx")).CallBody);
let fetched = false;
// As soon as the page's code is here, beside the first lines; where it cannot be had, the transcript goes on without.
const coming = CallBody.preload()
  .catch(() => undefined)
  .then(() => {
    fetched = true;
  });

/**
 * Whether what draws open calls is here. It comes beside the transcript's lines, and they wait for it: an edit is
 * open at first and would move what follows.
 */
export function useCallBody(): boolean {
  const [here, setHere] = useState(fetched);
  useEffect(() => {
    if (!here) void coming.then(() => setHere(true));
  }, [here]);
  return here;
}

/** What a call was given and what came back. */
export function DeferredCallBody(props: CallBodyProps) {
  return (
    <Suspense fallback={null}>
      <CallBody {...props} />
    </Suspense>
  );
}
