import type { Notification } from "electron";
import type { Logger } from "pino";
import type { Service } from "../../server/index.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { text } from "../text.ts";
import type { MainWindow } from "../windows/main-window.ts";

export interface NotifierDeps {
  service: Service;
  window: MainWindow;
  log: Logger;
}

/** Shows announcements as desktop notifications that open the session on a click. Silent while the window has the focus. */
export function openNotifier({ electron, process }: Host, deps: NotifierDeps): Started<null> {
  const { BrowserWindow, Notification } = electron;
  const supportsReplies = process.platform === "darwin" || process.platform === "win32";
  // Held while they are shown: a collected notification cannot be clicked.
  const shown = new Map<string, Notification>();
  const stop = deps.service.onAnnouncement(({ title, body, url, tag }) => {
    if (!Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return;
    const asking = supportsReplies ? sessionAwaitingReply(deps.service, url) : null;
    const reply = asking === null ? {} : { hasReply: true, replyPlaceholder: text.notifier.replyPlaceholder };
    const notification = new Notification({ title, body, ...reply });
    const forget = () => {
      if (shown.get(tag) === notification) shown.delete(tag);
    };
    notification.on("click", () => {
      forget();
      deps.window.open(url);
    });
    notification.on("close", forget);
    if (asking !== null) {
      notification.on("reply", (details) => {
        forget();
        void sendReply(electron, deps, { session: asking, title, reply: details.reply });
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

/** Only a session that needs input takes a reply; a question with fields is answered on its page. */
function sessionAwaitingReply(service: Service, url: string): number | null {
  const id = Number(/^\/sessions\/(\d+)$/.exec(url)?.[1]);
  return service.status().needingInput.some((session) => session.id === id) ? id : null;
}

/** Shows a notification if the reply was not sent; a click opens the session. */
async function sendReply(
  { Notification }: Host["electron"],
  { service, window, log }: NotifierDeps,
  { session, title, reply }: { session: number; title: string; reply: string },
): Promise<void> {
  if (reply.trim() === "") return;
  try {
    await service.reply(session, reply);
  } catch (err) {
    log.warn({ err, session }, "A reply was not accepted");
    const body = text.notifier.notSent(err instanceof Error ? err.message : text.notifier.unknownReason);
    const notification = new Notification({ title, body });
    notification.on("click", () => window.open(`/sessions/${session}`));
    notification.show();
  }
}
