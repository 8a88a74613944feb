import { spawn } from "node:child_process";
import { startedProcess } from "../lib/started-process.ts";

type System = { platform: NodeJS.Platform; env: Readonly<Record<string, string | undefined>> };

/** The command that opens a URL or an HTML file in the person's browser; null where there is no display. */
export function openCommand(
  target: string,
  { platform, env }: System,
): readonly [string, ...string[]] | null {
  if (platform === "darwin") return ["open", target];
  // Not through cmd.exe, which would interpret characters of the URL.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", target];
  const hasDisplay = Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
  return hasDisplay ? ["xdg-open", target] : null;
}

/**
 * Opens the board, signed in. Other users of the machine can see a program's arguments, so it gets the path of a file that
 * leads to the link; on Windows they cannot, and an HTML file may open in an editor. Resolves to false if nothing on this
 * machine can open it. The browser outlives this process.
 */
export async function openInBrowser(of: {
  link(): Promise<string>;
  launchFile(): Promise<string>;
}): Promise<boolean> {
  if (openCommand("", process) === null) return false;
  const target = process.platform === "win32" ? await of.link() : await of.launchFile();
  const [program, ...args] = openCommand(target, process) ?? [""];
  try {
    const child = await startedProcess(
      spawn(program, args, { detached: true, stdio: "ignore", windowsHide: true }),
    );
    child.unref();
    return true;
  } catch {
    return false;
  }
}
