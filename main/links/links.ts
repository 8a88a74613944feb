import type { Host } from "../host.ts";
import { findLink, linkScheme, parseDeepLink } from "./deep-link.ts";

/**
 * Opens links to the board: the one that the app was started with at once, and later ones as they come. Must be called
 * before Electron is ready, since macOS reports the first link that early.
 */
export function followLinks({ electron: { app }, process }: Host, open: (path?: string) => void): void {
  // In a checkout, links would open a bare Electron.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  const first = findLink(process.argv);
  if (first !== null) open(first);
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const path = parseDeepLink(url);
    if (path !== null) open(path);
  });
  // A second start without a link shows the window.
  app.on("second-instance", (_event, argv) => open(findLink(argv) ?? undefined));
}
