import type { Announcement } from "../../../server/domains/inbox/notifications/model.ts";

/** The desktop app shows notifications by itself. */
const isDesktopApp = (): boolean => "signalbox" in window;

/** Shows a notification of this page unless the person looks at it; of several pages the same tag makes one. */
export function announceHere({ title, body, url, tag }: Announcement, open: (path: string) => void): void {
  const isAllowed = "Notification" in window && Notification.permission === "granted";
  if (!isAllowed || isDesktopApp() || document.hasFocus()) return;
  try {
    const shown = new Notification(title, { body, tag, icon: "/icon.svg" });
    shown.onclick = () => {
      window.focus();
      open(url);
      shown.close();
    };
  } catch {
    // Browsers of phones show notifications only through a service worker; those have the push.
  }
}
