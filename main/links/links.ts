import type { Host } from "../host.ts";
import { linkAmong, linkScheme, parseDeepLink } from "./deep-link.ts";

/**
 * Follows links to places of the board: the one the app was started with (given to `open` at once), and those that come
 * while it runs. Called before Electron is ready, since macOS tells of the first link that early.
 */
export function followLinks({ electron: { app }, process }: Host, open: (path?: string) => void): void {
  // From a checkout the scheme would go to a bare Electron.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  const first = linkAmong(process.argv);
  if (first !== null) open(first);
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const path = parseDeepLink(url);
    if (path !== null) open(path);
  });
  // A second start without a link wants the window.
  app.on("second-instance", (_event, argv) => open(linkAmong(argv) ?? undefined));
}
