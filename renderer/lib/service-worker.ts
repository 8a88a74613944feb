/**
 * Lets a device on the network install the board, and shows a page when the machine is unreachable. On the machine itself
 * the worker is registered only when notifications are turned on.
 */
export function startServiceWorker(): void {
  if (location.protocol !== "https:" || !("serviceWorker" in navigator)) return;
  // A browser that does not trust the certificate refuses the worker; the board works without it.
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
