import type {
  RootPreference,
  RuntimePreference,
  SessionDefaults,
} from "../../../../server/domains/sessions/defaults/model.ts";
import type { SelectOption } from "../../../ui/Select.tsx";
import { chooseRepository, chooseRoot, emptyForm, type NewSessionForm } from "../../new-session/form.ts";
import {
  type FormConfigs,
  type Resolved,
  resolveEffort,
  resolveModel,
  resolveRuntime,
} from "../../new-session/resolve-defaults.ts";
import { text as newSessionText } from "../../new-session/text.ts";
import { text } from "./text.ts";

const noRoot: RootPreference = { runtime: null, model: null, effort: null };
const noRuntime: RuntimePreference = { model: null, effort: null };

/** One row of the page: the options, the choices, and the values in use. */
export interface Preference {
  /** `root:orchard`, `runtime:pi`. */
  key: string;
  name: string;
  /** The one whose models can be chosen. */
  runtime: SelectOption;
  /** Null if this row has no runtime to choose. */
  runtimes: Choices | null;
  models: Choices;
  efforts: Choices;
  isChosen: boolean;
}

interface Choices {
  options: SelectOption[];
  value: string;
  /** The source of the value in use. */
  source: string;
}

const presetOption = (label: string | null): SelectOption => ({
  value: "",
  label: label === null ? text.row.noChoice : text.runtime.default(label),
});

const sourceOf = (resolved: Resolved<string> | null): string =>
  resolved === null ? "" : newSessionText.sources[resolved.source];

/** The settings without the choices of this row, to show what would apply then. */
function withoutLine(configs: FormConfigs, key: string): FormConfigs {
  if (!configs.defaults) return configs;
  const chosen = reset(configs.defaults.chosen, key);
  return { ...configs, defaults: { ...configs.defaults, chosen } };
}

const runtimeLabel = (configs: FormConfigs, id: string): string => configs.runtime_models[id]?.label ?? id;

function modelPreset(configs: FormConfigs, form: NewSessionForm): SelectOption {
  const id = resolveModel(form, configs)?.value ?? null;
  const offered = configs.runtime_models[resolveRuntime(form, configs).value]?.models;
  return presetOption(offered?.find((model) => model.id === id)?.label ?? id);
}

function modelsOf(configs: FormConfigs, runtime: string): SelectOption[] {
  return (configs.runtime_models[runtime]?.models ?? []).map(({ id, label }) => ({ value: id, label }));
}

function effortsOf(configs: FormConfigs, runtime: string, model: string | undefined): SelectOption[] {
  const found = configs.runtime_models[runtime]?.models.find(({ id }) => id === model);
  return (found?.effort_levels ?? []).map((level) => ({ value: level, label: level }));
}

/** One row for each runtime. */
export function runtimePreferences(configs: FormConfigs): Preference[] {
  return Object.entries(configs.runtime_models).map(([id, { label }]) => {
    const key = `runtime:${id}`;
    const form = { ...chooseRepository(emptyForm(configs)), runtime: id };
    const own = configs.defaults?.chosen.runtimes[id] ?? noRuntime;
    const rest = withoutLine(configs, key);
    const model = resolveModel(form, configs);
    const effort = resolveEffort(form, configs);
    return {
      key,
      name: label,
      runtime: { value: id, label },
      runtimes: null,
      models: {
        options: [modelPreset(rest, form), ...modelsOf(configs, id)],
        value: own.model ?? "",
        source: sourceOf(model),
      },
      efforts: {
        options: [
          presetOption(resolveEffort(form, rest)?.value ?? null),
          ...effortsOf(configs, id, model?.value),
        ],
        value: own.effort ?? "",
        source: sourceOf(effort),
      },
      isChosen: own.model !== null || own.effort !== null,
    };
  });
}

/** One row for each agent root, including those that are for agents only. */
export function rootPreferences(configs: FormConfigs): Preference[] {
  return configs.agent_roots.map(({ name, display_name }) => {
    const key = `root:${name}`;
    const form = chooseRoot({ ...emptyForm(configs), root: "" }, name);
    const own = configs.defaults?.chosen.roots[name] ?? noRoot;
    const rest = withoutLine(configs, key);
    const runtime = resolveRuntime(form, configs);
    const model = resolveModel(form, configs);
    return {
      key,
      name: display_name,
      runtime: { value: runtime.value, label: runtimeLabel(configs, runtime.value) },
      runtimes: {
        options: [
          presetOption(runtimeLabel(configs, resolveRuntime(form, rest).value)),
          ...Object.entries(configs.runtime_models).map(([value, { label }]) => ({ value, label })),
        ],
        value: own.runtime ?? "",
        source: newSessionText.sources[runtime.source],
      },
      models: {
        options: [modelPreset(rest, form), ...modelsOf(configs, runtime.value)],
        value: own.model ?? "",
        source: sourceOf(model),
      },
      efforts: {
        options: [
          presetOption(resolveEffort(form, rest)?.value ?? null),
          ...effortsOf(configs, runtime.value, model?.value),
        ],
        value: own.effort ?? "",
        source: sourceOf(resolveEffort(form, configs)),
      },
      isChosen: Object.values(own).some((value) => value !== null),
    };
  });
}

const partsOf = (key: string): [kind: string, name: string] => {
  const colon = key.indexOf(":");
  return [key.slice(0, colon), key.slice(colon + 1)];
};

const orNull = (value: string): string | null => (value === "" ? null : value);
type Effort = RuntimePreference["effort"];

/** Sets one choice of a row; an empty value clears it. Another runtime or model clears what depends on it. */
export function choose(
  chosen: SessionDefaults,
  key: string,
  change: { runtime: string } | { model: string } | { effort: string },
): SessionDefaults {
  const [kind, name] = partsOf(key);
  const changed =
    "runtime" in change
      ? { runtime: orNull(change.runtime), model: null, effort: null }
      : "model" in change
        ? { model: orNull(change.model), effort: null }
        : { effort: orNull(change.effort) as Effort };
  if (kind === "root") {
    const roots = { ...chosen.roots, [name]: { ...noRoot, ...chosen.roots[name], ...changed } };
    return { ...chosen, roots };
  }
  const { model, effort } = { ...noRuntime, ...chosen.runtimes[name], ...changed };
  return { ...chosen, runtimes: { ...chosen.runtimes, [name]: { model, effort } } };
}

/** Clears all choices of a row. */
export function reset(chosen: SessionDefaults, key: string): SessionDefaults {
  const [kind, name] = partsOf(key);
  const list = kind === "root" ? "roots" : "runtimes";
  const { [name]: _, ...others } = chosen[list] as Record<string, RootPreference>;
  return { ...chosen, [list]: others };
}
