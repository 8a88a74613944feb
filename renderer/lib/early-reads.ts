/**
 * What the inline script of the page asked for before the code of the app was there (build/page-preloads.mjs), by URL. Each
 * answers the first read of its URL.
 */
type EarlyReads = Map<string, Promise<Response>>;

declare global {
  var signalboxEarlyReads: EarlyReads | undefined;
}

/** Later, an answer is too old to be shown as new. */
const usableMs = 10_000;

/** The answer to a read that has begun; rejects as `fetch` does, also when `signal` aborts. Undefined if there is none. */
export function takeEarlyRead(
  url: string,
  signal: AbortSignal,
  now: number = performance.now(),
): Promise<Response> | undefined {
  const reads = globalThis.signalboxEarlyReads;
  const begun = reads?.get(url);
  reads?.delete(url);
  return begun && now < usableMs ? Promise.race([begun, rejectedBy(signal)]) : undefined;
}

/** Rejects once the signal aborts. */
export const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
