import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";

/**
 * Where a folder that the owner named really is, although it or a folder above it is a link, and although it may not be there
 * yet. Looked up once at the start: below it, no link is followed where agents can write (docs/decisions/0025).
 */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realFolder(parent), basename(path));
  }
}

/** The platform's folder for application data. */
export function defaultDataFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): string {
  const home = environment["HOME"] ?? homedir();
  if (platform === "darwin") return join(home, "Library", "Application Support", "Signalbox");
  if (platform === "win32")
    return join(environment["APPDATA"] ?? join(home, "AppData", "Roaming"), "Signalbox");
  const given = environment["XDG_DATA_HOME"]?.trim() ?? "";
  return join(given === "" ? join(home, ".local", "share") : given, "signalbox");
}
