import { AudioLines } from "lucide-react";
import type { LiveSettings, LiveValue } from "../../../../server/domains/live/settings/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { setTalk } from "../../talk/talk.store.ts";
import { useChangeLiveSettings, useLiveSettings, useResetLiveSettings } from "./api.ts";
import { GuidanceSection } from "./GuidanceSection.tsx";
import { HistorySection } from "./HistorySection.tsx";
import { KeySection } from "./KeySection.tsx";
import { LiveField } from "./LiveField.tsx";
import { text } from "./text.ts";
import { fieldsOf, type GroupName, undoOf } from "./view-model.ts";

const onError = (error: unknown): void => toastError(text.saveFailed, error);

/** Saves at once; the toast offers undo, and says where a number was brought within its range. */
function useSave(settings: LiveSettings) {
  const { mutate, mutateAsync } = useChangeLiveSettings();
  return (key: string, value: LiveValue | null): Promise<unknown> => {
    const undo = (): void => mutate(undoOf(settings, [key]), { onError });
    const field = settings.fields.find((one) => one.key === key);
    return mutateAsync(
      { [key]: value },
      {
        onSuccess(saved) {
          const now = saved.settings[key];
          const isOther = typeof value === "number" && typeof now === "number" && value !== now;
          toastSuccess(isOther ? text.broughtWithin(field?.label ?? key, now) : text.saved, { undo });
        },
        onError,
      },
    );
  };
}

function Group({ name, settings }: { name: GroupName; settings: LiveSettings }) {
  const save = useSave(settings);
  return (
    <SettingsSection {...text.groups[name]}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-6 gap-y-4">
        {fieldsOf(name, settings).map((field) => (
          <LiveField
            key={field.key}
            field={field}
            value={settings.settings[field.key] ?? field.default}
            isChanged={settings.overrides.includes(field.key)}
            save={(value) => save(field.key, value)}
          />
        ))}
      </div>
    </SettingsSection>
  );
}

function Actions({ settings }: { settings: LiveSettings }) {
  const { mutate, isPending } = useResetLiveSettings();
  const { mutate: change } = useChangeLiveSettings();
  const undo = undoOf(settings, settings.overrides);
  const reset = (): void =>
    mutate(undefined, {
      onSuccess: () => toastSuccess(text.reset.done, { undo: () => change(undo, { onError }) }),
      onError: (error) => toastError(text.reset.failed, error),
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setTalk({ open: true })}>
        <AudioLines aria-hidden className="size-4" />
        {text.talk}
      </Button>
      {settings.overrides.length > 0 && (
        <Button variant="quiet" busy={isPending} onClick={reset}>
          {text.reset.button}
        </Button>
      )}
    </div>
  );
}

/** How live mode answers, sounds and listens, what it may spend, and who changed that. */
export function LivePage() {
  return (
    <QueryContent query={useLiveSettings()} what={text.loading}>
      {(settings) => (
        <>
          <Actions settings={settings} />
          <KeySection />
          <Group name="written" settings={settings} />
          <Group name="spoken" settings={settings} />
          <Group name="limits" settings={settings} />
          <GuidanceSection settings={settings} />
          <HistorySection settings={settings} />
        </>
      )}
    </QueryContent>
  );
}
