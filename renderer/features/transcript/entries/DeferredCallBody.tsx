import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "../../../lib/lazy-component.ts";
import type { CallBodyProps } from "./CallBody.tsx";

const CallBody = lazyComponent(async () => (await import("./CallBody.tsx")).CallBody);
let fetched = false;
// Loaded with the first lines of the transcript, which works without it if it cannot be loaded.
const coming = CallBody.preload()
  .catch(() => undefined)
  .then(() => {
    fetched = true;
  });

/**
 * Whether the code for open calls is loaded. It is loaded along with the lines, which wait for it: an edit is expanded
 * at first and would move what follows.
 */
export function useCallBody(): boolean {
  const [here, setHere] = useState(fetched);
  useEffect(() => {
    if (!here) void coming.then(() => setHere(true));
  }, [here]);
  return here;
}

/** The input and the result of a call. */
export function DeferredCallBody(props: CallBodyProps) {
  return (
    <Suspense fallback={null}>
      <CallBody {...props} />
    </Suspense>
  );
}
