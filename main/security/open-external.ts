import type { Logger } from "pino";
import type { Host } from "../host.ts";
import { decideExternal } from "./external.ts";
import { isSignInForWindow } from "./navigation.ts";

/**
 * Gives an address to the person's browser or mail program, after asking when it is not encrypted. Signing in for
 * the window stays on this machine, so nothing is asked for that.
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
      message: `Open ${host} in your browser?`,
      detail: `${href}\n\nThe connection is not encrypted.`,
      buttons: ["Cancel", "Open"],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    if (response !== 1) return;
  }
  await shell.openExternal(href);
}
