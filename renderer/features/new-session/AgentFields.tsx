import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { AddModelButton } from "../models/AddModelButton.tsx";
import { chooseAdded, chooseModel, chooseRuntime, type NewSessionForm } from "./form.ts";
import {
  type FormConfigs,
  type Resolved,
  resolveEffort,
  resolveModel,
  resolveRuntime,
} from "./resolve-defaults.ts";
import type { FieldsProps } from "./SourceFields.tsx";
import { text } from "./text.ts";
import {
  effortOptions,
  goalDescription,
  goalOptions,
  modelOf,
  modelOptions,
  rootOf,
  runtimeOf,
  runtimeOptions,
} from "./view-model.ts";

const sourceOf = (resolved: Resolved<string> | null) =>
  resolved === null ? null : text.sources[resolved.source];

/** The runtime, the model and the effort. */
export function AgentFields({ form, configs, change }: FieldsProps) {
  const efforts = effortOptions(form, configs);
  const model = modelOf(form, configs);
  return (
    <>
      <SelectField
        label={text.agent.runtime}
        aside={text.sources[resolveRuntime(form, configs).source]}
        options={runtimeOptions(configs)}
        value={runtimeOf(form, configs)}
        onValueChange={(runtime) => change((before) => chooseRuntime(before, runtime))}
      />
      <div className="flex flex-col gap-1">
        <SelectField
          label={text.agent.model}
          aside={sourceOf(resolveModel(form, configs))}
          hint={model?.requires_oauth ? text.agent.needsAccount : null}
          options={modelOptions(form, configs)}
          value={model?.id ?? ""}
          onValueChange={(id) => change((before) => chooseModel(before, id))}
        />
        <AddModelButton
          runtimes={runtimeOptions(configs)}
          runtime={runtimeOf(form, configs)}
          onAdded={(added) => change((before) => chooseAdded(before, runtimeOf(before, configs), added))}
        />
      </div>
      {efforts.length > 0 && (
        <SelectField
          label={text.agent.effort}
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
  if (form.goal !== "default") return text.sources.request;
  return rootOf(form, configs)?.default_goal ? text.sources.root : text.sources.service;
}

/** When the work counts as done. */
export function GoalField({ form, configs, change }: FieldsProps) {
  const description = goalDescription(form, configs);
  const hint =
    description === null ? null : <p className="line-clamp-3 whitespace-pre-line">{description}</p>;
  return (
    <Field label={text.goal.label} hint={hint} aside={goalSource(form, configs)}>
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
              aria-label={text.goal.custom}
              className="field mt-1 field-sizing-content min-h-20"
              placeholder={text.goal.placeholder}
              value={form.ownGoal}
              onChange={(event) => change((before) => ({ ...before, ownGoal: event.target.value }))}
            />
          )}
        </>
      )}
    </Field>
  );
}
