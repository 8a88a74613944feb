import type { AppSettingsView } from "../../../../server/domains/surfaces/owner-settings/model.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { useAppSettings, useChangeAppSettings } from "../../app-settings/api.ts";
import { useConfigs } from "../../new-session/use-configs.ts";
import { text } from "./text.ts";

function Setting({ setting }: { setting: AppSettingsView["experimental_settings"][number] }) {
  const { key, title, blurb, enabled, default_on, runtimes, sessions } = setting;
  const { mutateAsync } = useChangeAppSettings();
  const { data: configs } = useConfigs();
  const names = runtimes.map((id) => configs?.runtime_models[id]?.label ?? id).join(", ");
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <Switch
        label={<span className="text-sm font-medium whitespace-normal text-ink">{title}</span>}
        checked={enabled}
        onCheckedChange={(on) =>
          mutateAsync(() => ({ experimental_settings: { [key]: on } }), {
            onError: (error) => toastError(text.failed, error),
          })
        }
      />
      <p className="text-xs text-soft">{blurb}</p>
      <p className="text-xs text-faint">
        {text.touches(names, sessions)} {text.byDefault(default_on)}
      </p>
    </li>
  );
}

/** Settings that can be turned on and off for all sessions. */
export function ExperimentalPage() {
  return (
    <SettingsSection title={text.title} description={text.description}>
      <QueryContent query={useAppSettings()} what={text.loading}>
        {({ experimental_settings }) => (
          <ul aria-label={text.title}>
            {experimental_settings.map((setting) => (
              <Setting key={setting.key} setting={setting} />
            ))}
          </ul>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
