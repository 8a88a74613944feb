/** Opens the page of a clicked notification, as the service worker asks. Must start before the first render, because earlier messages are lost. */
export function followWorker(open: (path: string) => void): void {
  const { serviceWorker } = navigator;
  // Missing if the page was loaded over plain HTTP.
  if (serviceWorker === undefined) return;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data.open === "string") open(data.open);
  });
}
