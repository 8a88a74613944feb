import type { Logger } from "pino";
import type { Host } from "../host.ts";
import { text } from "../text.ts";
import { decideExternal } from "./external.ts";
import { isSignInForWindow } from "./navigation.ts";

/**
 * Opens an address in the person's browser or mail program, and asks first if the connection is not encrypted. Does
 * not ask for a desktop sign-in, which stays on this machine.
 */
export async function openExternal(
  { electron: { dialog, shell } }: Host,
  { log, boardUrl }: { log: Logger | null; boardUrl: string | null },
  address: string,
) {
  const decision = isSignInForWindow(address, boardUrl) ? "open" : decideExternal(address);
  if (decision === "refuse")
    return log?.warn({ address: address.slice(0, 200) }, "Refused to open an address");
  const { href, host } = new URL(address);
  if (decision === "confirm") {
    const { response } = await dialog.showMessageBox({
      type: "question",
      message: text.external.message(host),
      detail: text.external.detail(href),
      buttons: text.external.buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response !== 1) return;
  }
  await shell.openExternal(href);
}
