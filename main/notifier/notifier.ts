import type { Notification } from "electron";
import type { Logger } from "pino";
import type { Service } from "../../server/index.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import type { MainWindow } from "../windows/main-window.ts";

export interface NotifierNeeds {
  service: Service;
  window: MainWindow;
  log: Logger;
}

/** Shows what the person is told of as the desktop does; a click opens it. Nothing while they look at the window. */
export function openNotifier({ electron, process }: Host, needs: NotifierNeeds): Started<null> {
  const { BrowserWindow, Notification } = electron;
  const takesReplies = process.platform === "darwin" || process.platform === "win32";
  // Kept while they are shown: one that is collected can no longer be clicked.
  const shown = new Map<string, Notification>();
  const stop = needs.service.onAnnouncement(({ title, body, url, tag }) => {
    if (!Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return;
    const asking = takesReplies ? sessionThatAsks(needs.service, url) : null;
    const reply = asking === null ? {} : { hasReply: true, replyPlaceholder: "Answer the session" };
    const notification = new Notification({ title, body, ...reply });
    const forget = () => {
      if (shown.get(tag) === notification) shown.delete(tag);
    };
    notification.on("click", () => {
      forget();
      needs.window.open(url);
    });
    notification.on("close", forget);
    if (asking !== null) {
      notification.on("reply", (details) => {
        forget();
        void deliver(electron, needs, { session: asking, title, text: details.reply });
      });
    }
    shown.get(tag)?.close();
    shown.set(tag, notification);
    notification.show();
  });
  return {
    value: null,
    undo() {
      stop();
      for (const notification of shown.values()) notification.close();
    },
  };
}

/** Only a session at rest takes plain words; a question with fields is answered on its page. */
function sessionThatAsks(service: Service, url: string): number | null {
  const id = Number(/^\/sessions\/(\d+)$/.exec(url)?.[1]);
  return service.status().needingInput.some((session) => session.id === id) ? id : null;
}

/** What could not be delivered is said, and a click opens the session. */
async function deliver(
  { Notification }: Host["electron"],
  { service, window, log }: NotifierNeeds,
  { session, title, text }: { session: number; title: string; text: string },
): Promise<void> {
  if (text.trim() === "") return;
  try {
    await service.reply(session, text);
  } catch (err) {
    log.warn({ err, session }, "A reply was not taken");
    const body = `Your answer was not sent: ${err instanceof Error ? err.message : "something went wrong"}`;
    const notification = new Notification({ title, body });
    notification.on("click", () => window.open(`/sessions/${session}`));
    notification.show();
  }
}
