import { noDefaults, type SessionDefaults } from "../../../../server/domains/agents/defaults/model.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import type { FormConfigs } from "../../new-session/resolve-defaults.ts";
import { useConfigs, useDefaults } from "../../new-session/use-configs.ts";
import { type DefaultsChange, useSaveDefaults } from "./api.ts";
import { PreferenceRow } from "./PreferenceRow.tsx";
import { choose, type Preference, reset, rootPreferences, runtimePreferences } from "./view-model.ts";

type Save = (change: DefaultsChange) => unknown;

/** Saves at once; the toast has the way back. */
function useSave(before: SessionDefaults): Save {
  const { mutate, mutateAsync } = useSaveDefaults();
  const onError = (error: unknown): void => toastError("Could not change the default", error);
  return (change) =>
    mutateAsync(change, {
      onSuccess: () =>
        toastSuccess("Default saved for new sessions", { undo: () => mutate(() => before, { onError }) }),
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
  const labelOf = (id: string): string => configs.runtime_models[id]?.label ?? id;
  const hint = fallback?.source === "environment" ? "Set by SERVICE_DEFAULT_RUNTIME" : "Signalbox's own";
  return (
    <>
      <SettingsSection
        title="Default runtime"
        description="Used if neither the form nor the agent root sets one."
      >
        <SelectField
          label="Runtime"
          hint={chosen.runtime === null ? hint : "Your default"}
          options={[
            { value: "", label: `Default: ${labelOf(fallback?.runtime ?? configs.default_runtime)}` },
            ...Object.entries(configs.runtime_models).map(([value, { label }]) => ({ value, label })),
          ]}
          value={chosen.runtime ?? ""}
          onValueChange={(runtime) => save((held) => ({ ...held, runtime: runtime === "" ? null : runtime }))}
        />
      </SettingsSection>
      <SettingsSection title="By runtime" description="The model and its reasoning effort.">
        <Rows label="By runtime" preferences={runtimePreferences(configs)} save={save} />
      </SettingsSection>
      {configs.agent_roots.length > 0 && (
        <SettingsSection
          title="By agent root"
          description="Overrides the catalog. Choices in the new session form override both."
        >
          <Rows label="By agent root" preferences={rootPreferences(configs)} save={save} />
        </SettingsSection>
      )}
    </>
  );
}

/** What new sessions take where nobody says. */
export function DefaultsPage() {
  const configs = useConfigs();
  const defaults = useDefaults();
  return (
    <QueryContent query={configs} what="the catalog">
      {(data) => (
        <QueryContent query={defaults} what="the defaults">
          {(answer) => <Defaults configs={{ ...data, defaults: answer }} />}
        </QueryContent>
      )}
    </QueryContent>
  );
}
