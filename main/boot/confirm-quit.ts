import type { Service } from "../../server/index.ts";
import type { Host } from "../host.ts";
import { text } from "../text.ts";

/** Asks the person before quitting stops agents that are running. */
export async function confirmQuit({ electron: { dialog } }: Host, service: Service | null): Promise<boolean> {
  const running = service?.status().running ?? 0;
  if (running === 0) return true;
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: text.quit.message(running),
    detail: text.quit.detail,
    buttons: text.quit.buttons,
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
