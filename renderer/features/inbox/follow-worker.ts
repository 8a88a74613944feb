/**
 * Goes where a pressed notification leads, as the service worker says. What it says to a page that does not listen yet is
 * lost, so this begins before anything is drawn.
 */
export function followWorker(open: (path: string) => void): void {
  const { serviceWorker } = navigator;
  // Absent where the page came over a network in the clear.
  if (serviceWorker === undefined) return;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ open?: unknown }>) => {
    if (typeof data.open === "string") open(data.open);
  });
}
