import { isTimeZone } from "../../../lib/wall-clock.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { notificationRefusal } from "./errors.ts";
import { type NotificationPreferences, notificationPreferences } from "./model.ts";
import { text } from "./text.ts";

const setting: AppSetting<NotificationPreferences> = {
  key: "notifications",
  schema: notificationPreferences,
};

const everywhere = { desktop: true, web_push: true, phone: true };

export type Preferences = ReturnType<typeof preferenceService>;

/** Which notifications the person wants, and where. Everything everywhere until they choose. */
export function preferenceService(settings: AppSettings) {
  const defaults = (): NotificationPreferences => ({
    types: {
      session_needs_input: everywhere,
      session_failed: everywhere,
      elicitation: everywhere,
      push: everywhere,
    },
    quiet_hours: {
      on: false,
      from: "22:00",
      to: "07:00",
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
  const current = (): NotificationPreferences => settings.read(setting) ?? defaults();
  return {
    current,
    save(wanted: NotificationPreferences): { preferences: NotificationPreferences; message: string } {
      const { time_zone: name } = wanted.quiet_hours;
      if (!isTimeZone(name)) throw notificationRefusal("unknown_time_zone", { name });
      settings.write(setting, wanted);
      return { preferences: current(), message: text.preferencesSaved };
    },
  };
}
