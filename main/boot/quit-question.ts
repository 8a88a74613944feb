import type { Service } from "../../server/index.ts";
import type { Host } from "../host.ts";

/** Whether a person who quits means it while agents are at work. Nothing is lost by it, but it is not nothing either. */
export async function wantsQuit({ electron: { dialog } }: Host, service: Service | null): Promise<boolean> {
  const running = service?.status().running ?? 0;
  if (running === 0) return true;
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: running === 1 ? "A session is at work." : `${running} sessions are at work.`,
    detail: "Quitting stops them. They go on where they were when Signalbox starts again.",
    buttons: ["Quit", "Keep Running"],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
