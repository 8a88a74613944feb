import { noDefaults, type SessionDefaults } from "../../../../server/domains/agents/defaults/model.ts";
import { Loaded } from "../../../ui/QueryContent.tsx";
import { ChoiceField } from "../../../ui/SelectField.tsx";
import { SettingsBlock } from "../../../ui/SettingsSection.tsx";
import { sayDone, sayRefused } from "../../../ui/toasts.ts";
import type { FormConfigs } from "../../new-session/resolve-defaults.ts";
import { useConfigs, useDefaults } from "../../new-session/use-configs.ts";
import { type DefaultsChange, useSaveDefaults } from "./api.ts";
import { PreferenceRow } from "./PreferenceRow.tsx";
import { choose, type Preference, reset, rootPreferences, runtimePreferences } from "./view-model.ts";

type Save = (change: DefaultsChange) => unknown;

/** Saves at once; the toast has the way back. */
function useSave(before: SessionDefaults): Save {
  const { mutate, mutateAsync } = useSaveDefaults();
  const onError = (error: unknown): void => sayRefused("The default was not changed", error);
  return (change) =>
    mutateAsync(change, {
      onSuccess: () =>
        sayDone("The next session takes it", { undo: () => mutate(() => before, { onError }) }),
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
      <SettingsBlock
        title="Default runtime"
        about="Used where neither the form nor the agent root names one."
      >
        <ChoiceField
          label="Runtime"
          hint={chosen.runtime === null ? hint : "Your default"}
          options={[
            { value: "", label: `Default: ${labelOf(fallback?.runtime ?? configs.default_runtime)}` },
            ...Object.entries(configs.runtime_models).map(([value, { label }]) => ({ value, label })),
          ]}
          value={chosen.runtime ?? ""}
          onChoose={(runtime) => save((held) => ({ ...held, runtime: runtime === "" ? null : runtime }))}
        />
      </SettingsBlock>
      <SettingsBlock title="By runtime" about="The model, and how hard it thinks.">
        <Rows label="By runtime" preferences={runtimePreferences(configs)} save={save} />
      </SettingsBlock>
      {configs.agent_roots.length > 0 && (
        <SettingsBlock
          title="By agent root"
          about="Takes precedence over the catalog. What the form of a session says takes precedence over both."
        >
          <Rows label="By agent root" preferences={rootPreferences(configs)} save={save} />
        </SettingsBlock>
      )}
    </>
  );
}

/** What new sessions take where nobody says. */
export function DefaultsPage() {
  const configs = useConfigs();
  const defaults = useDefaults();
  return (
    <Loaded query={configs} what="the catalog">
      {(data) => (
        <Loaded query={defaults} what="the defaults">
          {(answer) => <Defaults configs={{ ...data, defaults: answer }} />}
        </Loaded>
      )}
    </Loaded>
  );
}
