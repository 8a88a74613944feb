import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../app-settings/index.ts";
import { type GitSettingChanges, type GitSettings, gitSettings } from "./model.ts";

const setting: AppSetting<GitSettings> = { key: "git_settings", schema: gitSettings };
const off: GitSettings = { require_signed_commits: false, require_submodules: false };
const keys = ["require_signed_commits", "require_submodules"] as const;

export interface GitSettingService {
  /** What the next clone and turn get. Nothing is cached. */
  current(): GitSettings;
  wouldChange(changes: GitSettingChanges | null): boolean;
  /** Null brings back the defaults. */
  change(changes: GitSettingChanges | null, by: Actor): void;
}

/** What the owner asks of git for all sessions. */
export function gitSettingService({
  settings,
  log,
}: {
  settings: AppSettings;
  log: Pick<Logger, "info">;
}): GitSettingService {
  const current = (): GitSettings => settings.read(setting) ?? off;

  function changed(changes: GitSettingChanges | null): GitSettings {
    if (changes === null) return off;
    const before = current();
    const valueOf = (key: (typeof keys)[number]): boolean =>
      changes[key] === undefined ? before[key] : (changes[key] ?? off[key]);
    return {
      require_signed_commits: valueOf("require_signed_commits"),
      require_submodules: valueOf("require_submodules"),
    };
  }

  const differing = (changes: GitSettingChanges | null) => {
    const [before, after] = [current(), changed(changes)];
    return keys.flatMap((key) =>
      before[key] === after[key] ? [] : [`${key}: ${before[key]} -> ${after[key]}`],
    );
  };

  return {
    current,
    wouldChange: (changes) => differing(changes).length > 0,
    change(changes, by) {
      const said = differing(changes);
      settings.write(setting, changed(changes));
      for (const one of said) log.info(`[AppSettings] ${actorName(by)} changed ${one}`);
    },
  };
}
