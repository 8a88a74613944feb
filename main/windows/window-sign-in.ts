import type { Service } from "../../server/index.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { isFromBoard } from "../settings/bridge.ts";

/** The preload script asks with it for what the page has its key bound with. */
const channel = "desktop:page-key";

/**
 * Signs the app's window in to the board until the app ends. The cookie has no expiration date, so Electron keeps it in memory,
 * and the key with which the page signs its requests is only in the page.
 */
export async function signInWindow(
  { electron: { ipcMain, session } }: Host,
  service: Pick<Service, "url" | "signInWindow">,
): Promise<Started<null>> {
  const signIn = service.signInWindow();
  ipcMain.on(channel, (event) => {
    event.returnValue = isFromBoard(event, service.url) ? (signIn?.key() ?? null) : null;
  });
  if (signIn) {
    const { name, value } = signIn.cookie;
    await session.defaultSession.cookies.set({
      url: service.url,
      name,
      value,
      httpOnly: true,
      sameSite: "strict",
    });
  }
  return { value: null, undo: () => void ipcMain.removeAllListeners(channel) };
}
