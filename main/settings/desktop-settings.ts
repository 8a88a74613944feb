import { join } from "node:path";
import type { Logger } from "pino";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { readStateFile, writeStateFile } from "../state-file.ts";
import { loginItem } from "./login-item.ts";
import { type DesktopState, type KeptSettings, keptSettings, type SettingsChange } from "./model.ts";
import { globalShortcut, type Shortcut } from "./shortcut.ts";

export interface DesktopSettings {
  read(): Promise<DesktopState>;
  /** Does what it can of it, and says in the answer what it could not. */
  change(wanted: SettingsChange): Promise<DesktopState>;
  checksForUpdates(): boolean;
}

export interface DesktopSettingsNeeds {
  userData: string;
  log: Logger;
  hasUpdates: boolean;
  openWindow(): void;
}

const shortcutTaken = (chord: string): string =>
  `${chord.replaceAll("+", " + ")} cannot be had: another program listens to it, or this desktop lets none listen.`;

/** The person's wishes about the app itself. They live beside the window's place, since they count before the service is up. */
export async function openDesktopSettings(
  host: Host,
  needs: DesktopSettingsNeeds,
): Promise<Started<DesktopSettings>> {
  const { log, hasUpdates } = needs;
  const file = join(needs.userData, "desktop.json");
  let kept: KeptSettings = (await readStateFile(file, keptSettings)) ?? {
    shortcut: null,
    checksForUpdates: true,
  };
  const login = loginItem(host);
  const shortcut = globalShortcut(host, needs.openWindow);
  let problem = startProblem(shortcut, kept.shortcut);
  if (problem !== null) log.warn({ shortcut: kept.shortcut }, "The shortcut could not be had");
  let changing: Promise<unknown> = Promise.resolve();

  const state = async (): Promise<DesktopState> => ({
    shortcut: kept.shortcut,
    opensAtLogin: await login.read(),
    checksForUpdates: hasUpdates ? kept.checksForUpdates : null,
    problem,
  });

  async function apply(wanted: SettingsChange): Promise<DesktopState> {
    const { opensAtLogin } = wanted;
    problem = opensAtLogin === undefined ? null : await login.change(opensAtLogin);
    const next = { ...kept };
    if (wanted.shortcut !== undefined) {
      if (shortcut.change(wanted.shortcut)) next.shortcut = wanted.shortcut;
      else problem = shortcutTaken(String(wanted.shortcut));
    }
    if (wanted.checksForUpdates !== undefined) next.checksForUpdates = wanted.checksForUpdates;
    kept = next;
    await writeStateFile(file, kept).catch((err) => {
      log.warn({ err }, "The desktop settings were not kept");
      problem = "This holds until Signalbox quits: it could not be written down.";
    });
    return state();
  }

  return {
    value: {
      read: state,
      change(wanted) {
        // One after the other, so that two switches pressed quickly are both kept.
        const answer = changing.then(() => apply(wanted));
        changing = answer.catch(() => undefined);
        return answer;
      },
      checksForUpdates: () => hasUpdates && kept.checksForUpdates,
    },
    undo: () => shortcut.release(),
  };
}

function startProblem(shortcut: Shortcut, chord: string | null): string | null {
  return chord === null || shortcut.change(chord) ? null : shortcutTaken(chord);
}
