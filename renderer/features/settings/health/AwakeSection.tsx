import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toastError } from "../../../ui/toasts.ts";
import { useKeepAwake, useSetKeepAwake } from "./api.ts";
import { text } from "./text.ts";

/** Whether the machine stays awake while agents work. */
export function AwakeSection() {
  const { mutateAsync } = useSetKeepAwake();
  return (
    <SettingsSection title={text.awake.title} description={text.awake.description}>
      <QueryContent query={useKeepAwake()} what={text.awake.what}>
        {({ enabled, state, reason }) => (
          <div className="flex flex-col gap-1">
            <Switch
              label={<span className="text-sm font-medium text-ink">{text.awake.option}</span>}
              checked={enabled}
              onCheckedChange={(on) =>
                mutateAsync(on, { onError: (error) => toastError(text.awake.failed, error) })
              }
            />
            <p className="text-xs text-soft" role="status">
              {text.awake.states[state]} {reason}
            </p>
          </div>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
