import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import type { Announcement } from "../../../server/domains/notifications/model.ts";
import { announceHere } from "./announce-here.ts";

/** Says announcements aloud while the page is open, and goes where a pressed notification leads. */
export function useAnnouncements(): (announcement: Announcement) => void {
  const navigate = useNavigate();
  const open = useCallback((path: string) => void navigate({ to: path }), [navigate]);
  useEffect(() => {
    const { serviceWorker } = navigator;
    // Absent where the page came over a network in the clear.
    if (serviceWorker === undefined) return;
    const listen = ({ data }: MessageEvent<{ open?: unknown }>): void => {
      if (typeof data.open === "string") open(data.open);
    };
    serviceWorker.addEventListener("message", listen);
    return () => serviceWorker.removeEventListener("message", listen);
  }, [open]);
  return useCallback((announcement) => announceHere(announcement, open), [open]);
}
