import { noDefaults, type SessionDefaults } from "../../../../server/domains/sessions/defaults/model.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { AddedModels } from "../../models/AddedModels.tsx";
import type { FormConfigs } from "../../new-session/resolve-defaults.ts";
import { useConfigs, useDefaults } from "../../new-session/use-configs.ts";
import { NoticeDefaults } from "../../pull-requests/NoticeSwitches.tsx";
import { type DefaultsChange, useSaveDefaults } from "./api.ts";
import { PreferenceRow } from "./PreferenceRow.tsx";
import { text } from "./text.ts";
import { choose, type Preference, reset, rootPreferences, runtimePreferences } from "./view-model.ts";

type Save = (change: DefaultsChange) => unknown;

/** Saves at once; the toast offers undo. */
function useSave(before: SessionDefaults): Save {
  const { mutate, mutateAsync } = useSaveDefaults();
  const onError = (error: unknown): void => toastError(text.page.saveFailed, error);
  return (change) =>
    mutateAsync(change, {
      onSuccess: () => toastSuccess(text.page.saved, { undo: () => mutate(() => before, { onError }) }),
      onError,
    });
}

interface BlockProps {
  label: string;
  preferences: readonly Preference[];
  save: Save;
}

function Rows({ label, preferences, save }: BlockProps) {
  return (
    <ul aria-label={label} className="-my-3">
      {preferences.map((preference) => (
        <PreferenceRow
          key={preference.key}
          preference={preference}
          onChoose={(change) => save((chosen) => choose(chosen, preference.key, change))}
          onReset={() => save((chosen) => reset(chosen, preference.key))}
        />
      ))}
    </ul>
  );
}

function Defaults({ configs }: { configs: FormConfigs }) {
  const chosen = configs.defaults?.chosen ?? noDefaults;
  const fallback = configs.defaults?.fallback;
  const save = useSave(chosen);
  const runtimes = Object.entries(configs.runtime_models).map(([value, { label }]) => ({ value, label }));
  const labelOf = (id: string): string => configs.runtime_models[id]?.label ?? id;
  const hint = fallback?.source === "environment" ? text.page.fromEnvironment : text.page.fromSignalbox;
  return (
    <>
      <SettingsSection title={text.runtime.title} description={text.runtime.description}>
        <SelectField
          label={text.runtime.label}
          hint={chosen.runtime === null ? hint : text.runtime.isYours}
          options={[
            { value: "", label: text.runtime.default(labelOf(fallback?.runtime ?? configs.default_runtime)) },
            ...runtimes,
          ]}
          value={chosen.runtime ?? ""}
          onValueChange={(runtime) =>
            save((current) => ({ ...current, runtime: runtime === "" ? null : runtime }))
          }
        />
      </SettingsSection>
      <SettingsSection title={text.page.byRuntime} description={text.page.byRuntimeHint}>
        <Rows label={text.page.byRuntime} preferences={runtimePreferences(configs)} save={save} />
      </SettingsSection>
      <AddedModels runtimes={runtimes} runtime={chosen.runtime ?? configs.default_runtime} />
      {configs.agent_roots.length > 0 && (
        <SettingsSection title={text.page.byRoot} description={text.page.byRootHint}>
          <Rows label={text.page.byRoot} preferences={rootPreferences(configs)} save={save} />
        </SettingsSection>
      )}
    </>
  );
}

export function DefaultsPage() {
  const configs = useConfigs();
  const defaults = useDefaults();
  return (
    <QueryContent query={configs} what={text.loading.catalog}>
      {(data) => (
        <QueryContent query={defaults} what={text.loading.defaults}>
          {(answer) => (
            <>
              <Defaults configs={{ ...data, defaults: answer }} />
              <NoticeDefaults />
            </>
          )}
        </QueryContent>
      )}
    </QueryContent>
  );
}
