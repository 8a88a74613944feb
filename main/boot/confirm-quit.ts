import type { Service } from "../../server/index.ts";
import type { Host } from "../host.ts";

/** Asks the person before quitting stops agents that are running. */
export async function confirmQuit({ electron: { dialog } }: Host, service: Service | null): Promise<boolean> {
  const running = service?.status().running ?? 0;
  if (running === 0) return true;
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: running === 1 ? "A session is running." : `${running} sessions are running.`,
    detail: "Quitting stops the work. It resumes where it left off when Signalbox starts again.",
    buttons: ["Quit", "Keep Running"],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
