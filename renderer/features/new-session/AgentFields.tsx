import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { chooseModel, chooseRuntime, type NewSessionForm } from "./form.ts";
import {
  type FormConfigs,
  type Resolved,
  resolveEffort,
  resolveModel,
  resolveRuntime,
  sourceText,
} from "./resolve-defaults.ts";
import type { FieldsProps } from "./SourceFields.tsx";
import {
  effortOptions,
  goalOptions,
  goalText,
  modelOf,
  modelOptions,
  rootOf,
  runtimeOf,
  runtimeOptions,
} from "./view-model.ts";

const sourceOf = (resolved: Resolved<string> | null) =>
  resolved === null ? null : sourceText[resolved.source];

/** Which agent does it. */
export function AgentFields({ form, configs, change }: FieldsProps) {
  const efforts = effortOptions(form, configs);
  const model = modelOf(form, configs);
  return (
    <>
      <SelectField
        label="Runtime"
        aside={sourceText[resolveRuntime(form, configs).source]}
        options={runtimeOptions(configs)}
        value={runtimeOf(form, configs)}
        onValueChange={(runtime) => change((before) => chooseRuntime(before, runtime))}
      />
      <SelectField
        label="Model"
        aside={sourceOf(resolveModel(form, configs))}
        hint={model?.requires_oauth ? "Needs a signed-in account." : null}
        options={modelOptions(form, configs)}
        value={model?.id ?? ""}
        onValueChange={(id) => change((before) => chooseModel(before, id))}
      />
      {efforts.length > 0 && (
        <SelectField
          label="Effort"
          aside={sourceOf(resolveEffort(form, configs))}
          options={efforts}
          value={form.effort}
          onValueChange={(effort) => change((before) => ({ ...before, effort }))}
        />
      )}
    </>
  );
}

function goalSource(form: NewSessionForm, configs: FormConfigs): string {
  if (form.goal !== "default") return sourceText.request;
  return rootOf(form, configs)?.default_goal ? sourceText.root : sourceText.service;
}

/** When the work counts as done. */
export function GoalField({ form, configs, change }: FieldsProps) {
  const text = goalText(form, configs);
  const hint = text === null ? null : <p className="line-clamp-3 whitespace-pre-line">{text}</p>;
  return (
    <Field label="Goal" hint={hint} aside={goalSource(form, configs)}>
      {(ids) => (
        <>
          <Select
            {...ids}
            options={goalOptions(form, configs)}
            value={form.goal}
            onValueChange={(goal) => change((before) => ({ ...before, goal }))}
          />
          {form.goal === "own" && (
            <textarea
              aria-label="Custom goal"
              className="field mt-1 field-sizing-content min-h-20"
              placeholder="Describe what must be true when the work is done"
              value={form.ownGoal}
              onChange={(event) => change((before) => ({ ...before, ownGoal: event.target.value }))}
            />
          )}
        </>
      )}
    </Field>
  );
}
