import type { AnyRouter } from "@tanstack/react-router";
import { readStored, storageKeys, writeStored } from "../lib/storage-keys.ts";

interface Start {
  /** The board has a window of its own: the desktop app, or installed on a phone. */
  installed: boolean;
  /** Path and search that the window was opened with. */
  at: string;
  /** Pages that the window has shown, this one counted. */
  visited: number;
  stored: string | null;
}

/** Where an installed board goes on after a cold start; null where the address or the person says where to. */
export function locationToRestore({ installed, at, visited, stored }: Start): string | null {
  if (!installed || at !== "/" || visited > 1 || stored === null || stored === "/") return null;
  // What was kept is an address within the board and nothing else.
  return /^\/(?!\/|\\)/.test(stored) ? stored : null;
}

const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches || "signalbox" in window;

/** Takes an installed board back to where it was left, before anything is drawn. */
export function restoreLastLocation(): void {
  const place = locationToRestore({
    installed: isInstalled(),
    at: location.pathname + location.search,
    visited: history.length,
    stored: readStored(storageKeys.lastPlace),
  });
  if (place !== null) history.replaceState(null, "", place);
}

/** Remembers each page that is opened. */
export function rememberLocation(router: AnyRouter): void {
  router.subscribe(
    "onResolved",
    ({ toLocation }) => void writeStored(storageKeys.lastPlace, toLocation.href),
  );
}
