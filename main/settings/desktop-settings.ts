import { join } from "node:path";
import type { Logger } from "pino";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { readStateFile, writeStateFile } from "../state-file.ts";
import { text } from "../text.ts";
import { loginItem } from "./login-item.ts";
import { type DesktopState, type SettingsChange, type StoredSettings, storedSettings } from "./model.ts";
import { globalShortcut, type Shortcut } from "./shortcut.ts";

export interface DesktopSettings {
  read(): Promise<DesktopState>;
  /** Applies what it can and reports the problem, if any, in the returned state. */
  change(wanted: SettingsChange): Promise<DesktopState>;
  checksForUpdates(): boolean;
}

export interface DesktopSettingsDeps {
  userData: string;
  log: Logger;
  hasUpdates: boolean;
  openWindow(): void;
  /** Starts a live call in the window, or ends it: the system does not tell when a global shortcut is let go. */
  toggleTalk(): void;
}

const shortcutNames = ["shortcut", "talkShortcut"] as const;

/** The settings of the app itself. Stored beside the window's position, since they apply before the service has started. */
export async function openDesktopSettings(
  host: Host,
  deps: DesktopSettingsDeps,
): Promise<Started<DesktopSettings>> {
  const { log, hasUpdates } = deps;
  const file = join(deps.userData, "desktop.json");
  let stored: StoredSettings = (await readStateFile(file, storedSettings)) ?? {
    shortcut: null,
    talkShortcut: null,
    checksForUpdates: true,
  };
  const login = loginItem(host);
  const shortcuts = {
    shortcut: globalShortcut(host, deps.openWindow),
    talkShortcut: globalShortcut(host, deps.toggleTalk),
  };
  let problem: string | null = null;
  for (const name of shortcutNames) {
    const found = startProblem(shortcuts[name], stored[name]);
    if (found !== null) log.warn({ shortcut: stored[name] }, "The shortcut is not available");
    problem ??= found;
  }
  let changing: Promise<unknown> = Promise.resolve();

  const state = async (): Promise<DesktopState> => ({
    shortcut: stored.shortcut,
    talkShortcut: stored.talkShortcut,
    opensAtLogin: await login.read(),
    checksForUpdates: hasUpdates ? stored.checksForUpdates : null,
    problem,
  });

  async function apply(wanted: SettingsChange): Promise<DesktopState> {
    const { opensAtLogin } = wanted;
    problem = opensAtLogin === undefined ? null : await login.change(opensAtLogin);
    const next = { ...stored };
    for (const name of shortcutNames) {
      const chord = wanted[name];
      if (chord === undefined) continue;
      if (shortcuts[name].change(chord)) next[name] = chord;
      else problem = text.settings.shortcutTaken(String(chord));
    }
    if (wanted.checksForUpdates !== undefined) next.checksForUpdates = wanted.checksForUpdates;
    stored = next;
    await writeStateFile(file, stored).catch((err) => {
      log.warn({ err }, "The desktop settings were not saved");
      problem = text.settings.notSaved;
    });
    return state();
  }

  return {
    value: {
      read: state,
      change(wanted) {
        // One at a time, so that two quick changes are both kept.
        const answer = changing.then(() => apply(wanted));
        changing = answer.catch(() => undefined);
        return answer;
      },
      checksForUpdates: () => hasUpdates && stored.checksForUpdates,
    },
    undo() {
      for (const name of shortcutNames) shortcuts[name].release();
    },
  };
}

function startProblem(shortcut: Shortcut, chord: string | null): string | null {
  return chord === null || shortcut.change(chord) ? null : text.settings.shortcutTaken(chord);
}
