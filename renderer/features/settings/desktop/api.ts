import { useMutation, useQuery } from "@tanstack/react-query";
import { type DesktopChange, type DesktopShell, desktopShell, desktopState } from "../../../lib/desktop.ts";
import { text } from "./text.ts";

const key = ["desktop"];

/** The list shows this page only in the desktop app, but its address can be typed. */
function requireShell(): DesktopShell {
  const shell = desktopShell();
  if (shell === null) throw new Error(text.page.onlyInApp);
  return shell;
}

/** Fetched each time, because the system's settings can change what starts at sign-in. */
export const useDesktop = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => desktopState.parse(await requireShell().desktop.read()),
    staleTime: 0,
  });

export const useChangeDesktop = () =>
  useMutation({
    mutationFn: async (changes: DesktopChange) =>
      desktopState.parse(await requireShell().desktop.change(changes)),
    meta: { changes: [key] },
  });

export const checkForUpdates = (): void => void desktopShell()?.desktop.checkForUpdates();
