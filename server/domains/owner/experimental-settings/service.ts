import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../app-settings/index.ts";
import {
  type ChosenSettings,
  chosenSettings,
  type ExperimentalChanges,
  type ExperimentalKey,
  type ExperimentalValues,
  experimentalSettings,
} from "./model.ts";

const setting: AppSetting<ChosenSettings> = {
  key: "experimental_settings",
  schema: chosenSettings,
};

export interface ExperimentalSettingService {
  /** What the next turn gets. Nothing is cached. */
  values(): ExperimentalValues;
  /** Settings that are not named stay as they are; null, for one or for all, brings back the default. */
  change(changes: ExperimentalChanges | null, by: Actor): void;
}

/** Settings that a person or an agent can turn on and off for all sessions. */
export function experimentalSettingService(deps: {
  settings: AppSettings;
  log: Logger;
}): ExperimentalSettingService {
  const { settings, log } = deps;
  const chosen = (): ChosenSettings => settings.read(setting) ?? {};

  function values(): ExperimentalValues {
    const now = chosen();
    const value = ({ key, default_on }: (typeof experimentalSettings)[number]) => [
      key,
      now[key] ?? default_on,
    ];
    return Object.fromEntries(experimentalSettings.map(value)) as Record<ExperimentalKey, boolean>;
  }

  return {
    values,
    change(changes, by) {
      const before = values();
      settings.write(setting, changes === null ? {} : withChanges(chosen(), changes));
      const after = values();
      for (const { key } of experimentalSettings) {
        if (before[key] !== after[key])
          log.info(`[AppSettings] ${actorName(by)} changed ${key}: ${before[key]} -> ${after[key]}`);
      }
    },
  };
}

function withChanges(chosen: ChosenSettings, changes: ExperimentalChanges): ChosenSettings {
  const all: ExperimentalChanges = { ...chosen, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
