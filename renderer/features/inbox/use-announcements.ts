import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Announcement } from "../../../server/domains/inbox/notifications/model.ts";
import { announceHere } from "./announce-here.ts";

/** Says announcements aloud while the page is open. */
export function useAnnouncements(): (announcement: Announcement) => void {
  const navigate = useNavigate();
  const open = useCallback((path: string) => void navigate({ to: path }), [navigate]);
  return useCallback((announcement) => announceHere(announcement, open), [open]);
}
