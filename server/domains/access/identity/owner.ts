import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { type Owner, type OwnerProfile, ownerProfile } from "./model.ts";
import { decideOwner, type OwnerSources } from "./rules.ts";

const profileSetting: AppSetting<OwnerProfile> = { key: "owner", schema: ownerProfile };

export type OwnerService = ReturnType<typeof ownerService>;

/** The owner of this machine. Their name is asked for once; git's values are only offered as a suggestion. */
export function ownerService(deps: {
  settings: AppSettings;
  log: Logger;
  environment: OwnerSources["environment"];
  account: string | null;
  /** A value from git's configuration. Resolves to null if it is not set. */
  gitValue(name: "user.name" | "user.email"): Promise<string | null>;
}) {
  const { settings, environment, account } = deps;
  const current = (): Owner => decideOwner({ profile: settings.read(profileSetting), environment, account });
  return {
    current,

    /** The name and email from git's configuration, for the owner to confirm. */
    async suggest(): Promise<{ name: string | null; email: string | null }> {
      const [name, email] = await Promise.all([deps.gitValue("user.name"), deps.gitValue("user.email")]);
      return { name, email };
    },

    save(profile: OwnerProfile, by: Actor): Owner {
      settings.write(profileSetting, profile);
      deps.log.warn(`[identity] the owner's profile was saved by ${actorName(by)}`);
      return current();
    },
  };
}
