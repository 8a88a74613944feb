import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { desktopShell } from "../lib/desktop.ts";

/** Goes where the tray, a notification or a link of the desktop app leads, without loading the board anew. */
export function useDesktopPlaces(): void {
  const navigate = useNavigate();
  useEffect(() => desktopShell()?.desktop.onOpen((path) => void navigate({ href: path })), [navigate]);
}
