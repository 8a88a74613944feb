import type { GitSettings } from "../../../../server/domains/owner/git-settings/model.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { useAppSettings, useChangeAppSettings } from "../../app-settings/api.ts";
import { text } from "./text.ts";

const keys = ["require_signed_commits", "require_submodules"] as const;

function Requirement({ name, isOn }: { name: keyof GitSettings; isOn: boolean }) {
  const { mutateAsync } = useChangeAppSettings();
  const { title, hint } = text.git[name];
  return (
    <li className="flex flex-col gap-1 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <Switch
        label={<span className="text-sm font-medium whitespace-normal text-ink">{title}</span>}
        checked={isOn}
        onCheckedChange={(on) =>
          mutateAsync(() => ({ git: { [name]: on } }), {
            onError: (error) => toastError(text.git.failed, error),
          })
        }
      />
      <p className="text-xs text-soft">{hint}</p>
    </li>
  );
}

/** What has to hold of git before an agent works in a clone. */
export function GitSection() {
  return (
    <SettingsSection title={text.git.title} description={text.git.description}>
      <QueryContent query={useAppSettings()} what={text.git.loading}>
        {({ git }) => (
          <ul aria-label={text.git.title}>
            {keys.map((name) => (
              <Requirement key={name} name={name} isOn={git[name]} />
            ))}
          </ul>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
