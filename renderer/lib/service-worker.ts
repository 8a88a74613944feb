/**
 * Lets a device that comes through the network install the board and say so when its machine is away. On the machine
 * itself there is none before its person asks for notifications.
 */
export function startServiceWorker(): void {
  if (location.protocol !== "https:" || !("serviceWorker" in navigator)) return;
  // A browser that does not trust the certificate takes no worker; the board works without.
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
