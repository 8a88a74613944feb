import { useMutation, useQuery } from "@tanstack/react-query";
import { type DesktopChange, type DesktopShell, desktopShell, desktopState } from "../../../lib/desktop.ts";

const key = ["desktop"];

/** The section is in the list only where there is a shell, but an address can be typed. */
function requireShell(): DesktopShell {
  const shell = desktopShell();
  if (shell === null) throw new Error("These settings are only available in the desktop app.");
  return shell;
}

/** Read each time: the system's own settings can change what opens at login. */
export const useDesktop = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => desktopState.parse(await requireShell().desktop.read()),
    staleTime: 0,
  });

export const useChangeDesktop = () =>
  useMutation({
    mutationFn: async (wanted: DesktopChange) =>
      desktopState.parse(await requireShell().desktop.change(wanted)),
    meta: { changes: [key] },
  });

export const checkForUpdates = (): void => void desktopShell()?.desktop.checkForUpdates();
