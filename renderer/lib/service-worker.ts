import { desktopShell } from "./desktop.ts";

/** The page was answered by the service worker, because the service is away. */
export const isKeptPage = (): boolean =>
  globalThis.document?.querySelector('meta[name="signalbox-kept-page"]') != null;

let isKept = isKeptPage();

/** Whether the service worker has every file of this page's build. */
export const isAppKept = (): boolean => isKept;

const ownEntry = (): string | null =>
  document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src") ?? null;

const ownWorker = "/sw.js";

/** Whatever another program registered here while it had this port. */
async function unregisterForeign(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) {
    const { scriptURL } = registration.active ?? registration.waiting ?? registration.installing ?? {};
    if (scriptURL !== new URL(ownWorker, location.origin).href) await registration.unregister();
  }
}

/**
 * Lets a browser open the board while the service is away. The desktop app needs none: it starts the service itself. A
 * browser that does not trust the certificate refuses the worker; the board works without it.
 */
export async function startServiceWorker(): Promise<void> {
  if (desktopShell() !== null || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  try {
    await unregisterForeign(serviceWorker);
    await serviceWorker.register(ownWorker);
    const registration = await serviceWorker.ready;
    serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ kept?: unknown }>) => {
      if (data.kept === ownEntry()) isKept = true;
    });
    serviceWorker.startMessages();
    registration.active?.postMessage({ keep: "app" });
  } catch {
    isKept = isKeptPage();
  }
}
