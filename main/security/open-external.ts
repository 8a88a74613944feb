import type { Logger } from "pino";
import type { Host } from "../host.ts";
import { decideExternal } from "./external.ts";

/** Gives an address to the person's browser or mail program, after asking when it is not encrypted. */
export async function openExternal(
  { electron: { dialog, shell } }: Host,
  log: Logger | null,
  address: string,
) {
  const decision = decideExternal(address);
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
