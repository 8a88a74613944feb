import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "../host.ts";
import { autostartEntry } from "./autostart-entry.ts";

export const hiddenFlag = "--hidden";
const windowsItem = { args: [hiddenFlag] };

/** Whether Signalbox starts with the person's session, as the system has it; null where that cannot be arranged. */
export interface LoginItem {
  read(): Promise<boolean | null>;
  /** Answers why it could not be, in a sentence, or null when it is done. */
  change(isWanted: boolean): Promise<string | null>;
}

/** Only for an installed app: a checkout would put a bare Electron there. */
export function loginItem(host: Host): LoginItem {
  const { app } = host.electron;
  if (!app.isPackaged)
    return { read: async () => null, change: async () => "Only the installed app does that." };
  return host.process.platform === "linux" ? autostartFile(host) : systemLoginItem(host);
}

/** Whether this start is one of those, on which no window is shown. */
export function isStartedAtLogin({ electron: { app }, process }: Host): boolean {
  if (process.argv.includes(hiddenFlag)) return true;
  return process.platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin;
}

function systemLoginItem({ electron: { app }, process }: Host): LoginItem {
  const isMac = process.platform === "darwin";
  const settings = () => app.getLoginItemSettings(isMac ? {} : windowsItem);
  return {
    read: async () => settings().openAtLogin,
    async change(isWanted) {
      app.setLoginItemSettings({ openAtLogin: isWanted, ...(!isMac && windowsItem) });
      const { openAtLogin, status } = settings();
      if (openAtLogin === isWanted) return null;
      return isMac && status === "requires-approval"
        ? "Allow Signalbox in System Settings, General, Login Items."
        : "The system did not accept that.";
    },
  };
}

/** What an AppImage is started by lies outside of what it unpacks to run. */
function autostartFile({ electron: { app }, process }: Host): LoginItem {
  const folder = join(app.getPath("appData"), "autostart");
  const file = join(folder, "dev.signalbox.app.desktop");
  return {
    read: () =>
      access(file).then(
        () => true,
        () => false,
      ),
    async change(isWanted) {
      if (!isWanted) return rm(file, { force: true }).then(() => null, cannotWrite);
      const entry = autostartEntry(process.env["APPIMAGE"] ?? process.execPath);
      if (entry === null) return "The app's own path has characters that no desktop entry can hold.";
      return writeWhole(folder, { file, entry }).then(() => null, cannotWrite);
    },
  };
}

const cannotWrite = (): string => "The folder for programs that start at login cannot be written.";

/** Renamed into place, which also replaces a link instead of following it. */
async function writeWhole(folder: string, { file, entry }: { file: string; entry: string }): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  await writeFile(draft, entry, { flag: "wx", mode: 0o644 });
  await rename(draft, file);
}
