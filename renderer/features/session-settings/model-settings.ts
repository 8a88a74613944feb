import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";
import { textAt } from "../sessions/session-fields.ts";
import { text } from "./text.ts";

type Agent = Pick<Session, "agent_runtime" | "config">;

const offered = ({ agent_runtime }: Agent, configs: Configs) =>
  configs.runtime_models[agent_runtime]?.models ?? [];

export const modelOf = ({ config }: Agent): string => textAt(config, "model") ?? "";

/** Empty for the model's default. */
export const effortOf = ({ config }: Agent): string => textAt(config, "effort") ?? "";

/** The models of the runtime, plus the session's own model if it is no longer offered. */
export function modelChoices(agent: Agent, configs: Configs): SelectOption[] {
  const choices = offered(agent, configs).map(({ id, label }) => ({ value: id, label }));
  const own = modelOf(agent);
  const known = own === "" || choices.some(({ value }) => value === own);
  return known ? choices : [{ value: own, label: text.modelSettings.retired(own) }, ...choices];
}

export function effortChoices(agent: Agent, configs: Configs): SelectOption[] {
  const model = offered(agent, configs).find(({ id }) => id === modelOf(agent));
  const own = effortOf(agent);
  const levels = model?.effort_levels ?? [];
  const kept = own === "" || levels.includes(own) ? levels : [...levels, own];
  if (kept.length === 0) return [];
  const preset = model?.default_effort ?? null;
  return [
    {
      value: "",
      label: preset === null ? text.modelSettings.defaultEffort : text.modelSettings.defaultEffortIs(preset),
    },
    ...kept.map((level) => ({ value: level, label: level })),
  ];
}

/** Why the model does not fit the current effort; null if it fits. */
export function modelConflict(agent: Agent, configs: Configs, model: string): string | null {
  const wanted = offered(agent, configs).find(({ id }) => id === model);
  const effort = effortOf(agent);
  if (!wanted || effort === "" || wanted.effort_levels.includes(effort)) return null;
  const levels = wanted.effort_levels.join(", ");
  return levels === ""
    ? text.modelSettings.noEfforts(wanted.label, effort)
    : text.modelSettings.otherEfforts(wanted.label, levels, effort);
}

export const needsAccount = (agent: Agent, configs: Configs): boolean =>
  offered(agent, configs).find(({ id }) => id === modelOf(agent))?.requires_oauth ?? false;
