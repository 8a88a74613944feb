import type { AnyRouter } from "@tanstack/react-router";
import { readStored, storageKeys, writeStored } from "../lib/storage-keys.ts";

interface Start {
  /** Whether the board has its own window: the desktop app, or installed on a phone. */
  installed: boolean;
  /** The path and search of the window's first page. */
  at: string;
  /** How many pages the window has shown, including this one. */
  visited: number;
  stored: string | null;
}

/** The page that an installed board returns to after a cold start; null if the address or the person chose one. */
export function locationToRestore({ installed, at, visited, stored }: Start): string | null {
  if (!installed || at !== "/" || visited > 1 || stored === null || stored === "/") return null;
  // Only an address within the board is accepted.
  return /^\/(?!\/|\\)/.test(stored) ? stored : null;
}

const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches || "signalbox" in window;

/** Returns an installed board to its last page before the first render. */
export function restoreLastLocation(): void {
  const place = locationToRestore({
    installed: isInstalled(),
    at: location.pathname + location.search,
    visited: history.length,
    stored: readStored(storageKeys.lastPlace),
  });
  if (place !== null) history.replaceState(null, "", place);
}

/** Stores the address of each page that is opened. */
export function rememberLocation(router: AnyRouter): void {
  router.subscribe(
    "onResolved",
    ({ toLocation }) => void writeStored(storageKeys.lastPlace, toLocation.href),
  );
}
