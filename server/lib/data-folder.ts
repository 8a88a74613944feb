import { homedir } from "node:os";
import { join } from "node:path";

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
