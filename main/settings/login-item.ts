import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "../host.ts";
import { text } from "../text.ts";
import { autostartEntry } from "./autostart-entry.ts";

export const hiddenFlag = "--hidden";
const windowsItem = { args: [hiddenFlag] };

/** Whether Signalbox starts at login, according to the system; null if this is not supported. */
export interface LoginItem {
  read(): Promise<boolean | null>;
  /** Resolves with the reason in a sentence if it failed, else null. */
  change(isWanted: boolean): Promise<string | null>;
}

/** Only for an installed app: a checkout would register a bare Electron. */
export function loginItem(host: Host): LoginItem {
  const { app } = host.electron;
  if (!app.isPackaged) return { read: async () => null, change: async () => text.login.notInstalled };
  return host.process.platform === "linux" ? autostartFile(host) : systemLoginItem(host);
}

/** Whether this start is at login, when no window is shown. */
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
      return isMac && status === "requires-approval" ? text.login.requiresApproval : text.login.refused;
    },
  };
}

/** An AppImage must be started by its own file, not by the executable that it unpacks. */
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
      if (!isWanted) return rm(file, { force: true }).then(() => null, writeProblem);
      const entry = autostartEntry(process.env["APPIMAGE"] ?? process.execPath);
      if (entry === null) return text.login.unsupportedPath;
      return writeAtomically(folder, { file, entry }).then(() => null, writeProblem);
    },
  };
}

const writeProblem = (): string => text.login.notWritten;

/** Renames a draft into place, which also replaces a symbolic link rather than following it. */
async function writeAtomically(
  folder: string,
  { file, entry }: { file: string; entry: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  await writeFile(draft, entry, { flag: "wx", mode: 0o644 });
  await rename(draft, file);
}
