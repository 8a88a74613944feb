import { Bot, Gauge, Shield, Sparkles, Target } from "lucide-react";
import { useSandboxChoice } from "../sandbox/use-sandbox-choice.ts";
import { ChipSelect } from "./Chip.tsx";
import { chooseModel, chooseRuntime } from "./form.ts";
import { type Resolved, resolveEffort, resolveModel, resolveRuntime } from "./resolve-defaults.ts";
import type { FieldsProps } from "./SourceChips.tsx";
import { text } from "./text.ts";
import {
  effortOptions,
  goalOptions,
  goalSource,
  modelOf,
  modelOptions,
  repositoryOf,
  runtimeOf,
  runtimeOptions,
} from "./view-model.ts";

const sourceOf = (resolved: Resolved<string> | null) =>
  resolved === null ? null : text.sources[resolved.source];

/** The runtime, the model and the effort. */
export function AgentChips({ form, configs, change }: FieldsProps) {
  const efforts = effortOptions(form, configs);
  return (
    <>
      <ChipSelect
        label={text.agent.runtime}
        icon={Bot}
        source={text.sources[resolveRuntime(form, configs).source]}
        options={runtimeOptions(configs)}
        value={runtimeOf(form, configs)}
        onValueChange={(runtime) => change((before) => chooseRuntime(before, runtime))}
      />
      <ChipSelect
        label={text.agent.model}
        icon={Sparkles}
        source={sourceOf(resolveModel(form, configs))}
        options={modelOptions(form, configs)}
        value={modelOf(form, configs)?.id ?? ""}
        onValueChange={(id) => change((before) => chooseModel(before, id))}
      />
      {efforts.length > 0 && (
        <ChipSelect
          label={text.agent.effort}
          icon={Gauge}
          source={sourceOf(resolveEffort(form, configs))}
          options={efforts}
          value={form.effort}
          onValueChange={(effort) => change((before) => ({ ...before, effort }))}
        />
      )}
    </>
  );
}

/** When the work counts as done. */
export function GoalChip({ form, configs, change }: FieldsProps) {
  return (
    <ChipSelect
      label={text.goal.label}
      icon={Target}
      source={goalSource(form, configs)}
      options={goalOptions(form, configs)}
      value={form.goal}
      onValueChange={(goal) => change((before) => ({ ...before, goal }))}
    />
  );
}

/** What the agent can reach. */
export function SandboxChip({ form, configs, change }: FieldsProps) {
  const choice = useSandboxChoice(repositoryOf(form, configs), form.sandbox);
  if (choice === null) return null;
  return (
    <ChipSelect
      label={choice.label}
      icon={Shield}
      options={choice.options}
      value={form.sandbox}
      onValueChange={(sandbox) => change((before) => ({ ...before, sandbox }))}
    />
  );
}
