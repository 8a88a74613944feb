import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../app-settings/index.ts";
import {
  type ExperimentalChanges,
  type ExperimentalKey,
  type ExperimentalValues,
  experimentalChanges,
  experimentalSettings,
} from "./model.ts";

const setting: AppSetting<ExperimentalChanges> = {
  key: "experimental_settings",
  schema: experimentalChanges,
};

export interface ExperimentalSettingService {
  /** What the next turn gets. Nothing is cached. */
  values(): ExperimentalValues;
  /** Settings that are not named stay as they are. */
  change(changes: ExperimentalChanges, by: Actor): void;
}

/** Settings that a person or an agent can turn on and off for all sessions. */
export function experimentalSettingService(deps: {
  settings: AppSettings;
  log: Logger;
}): ExperimentalSettingService {
  const { settings, log } = deps;
  const chosen = (): ExperimentalChanges => settings.read(setting) ?? {};

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
      settings.write(setting, { ...chosen(), ...changes });
      const after = values();
      for (const { key } of experimentalSettings) {
        if (before[key] !== after[key])
          log.info(`[AppSettings] ${actorName(by)} changed ${key}: ${before[key]} -> ${after[key]}`);
      }
    },
  };
}
