import { spawn } from "node:child_process";
import { once } from "node:events";

/** The command that opens a URL in the person's browser; null where there is no display. */
export function openCommand(
  url: string,
  { platform, env }: { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> },
): readonly [string, ...string[]] | null {
  if (platform === "darwin") return ["open", url];
  // Not through cmd.exe, which would interpret characters of the URL.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  const hasDisplay = Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
  return hasDisplay ? ["xdg-open", url] : null;
}

/** Resolves to false if nothing on this machine can open a URL. The browser outlives this process. */
export async function openInBrowser(url: string): Promise<boolean> {
  const command = openCommand(url, process);
  if (command === null) return false;
  const [program, ...args] = command;
  try {
    const child = spawn(program, args, { detached: true, stdio: "ignore", windowsHide: true });
    await once(child, "spawn");
    child.unref();
    return true;
  } catch {
    return false;
  }
}
