import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Announcement } from "../../../server/domains/inbox/notifications/model.ts";

/** Shows announcements of the service as notifications of this page, while the page is open. */
export function useAnnouncements(): (announcement: Announcement) => void {
  const navigate = useNavigate();
  const open = useCallback((path: string) => void navigate({ to: path }), [navigate]);
  return useCallback((announcement) => showNotification(announcement, open), [open]);
}

/** Shows nothing while the page has the focus. Notifications with the same tag replace each other. */
function showNotification({ title, body, url, tag }: Announcement, open: (path: string) => void): void {
  const isAllowed = "Notification" in window && Notification.permission === "granted";
  if (!isAllowed || isDesktopApp() || document.hasFocus()) return;
  try {
    const notification = new Notification(title, { body, tag, icon: "/icon.svg" });
    notification.onclick = () => {
      window.focus();
      open(url);
      notification.close();
    };
  } catch {
    // Phone browsers only let a service worker show notifications; these use push.
  }
}

/** The desktop app shows its own notifications. */
const isDesktopApp = (): boolean => "signalbox" in window;
