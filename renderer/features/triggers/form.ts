import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import type { SelectOption } from "../../ui/Select.tsx";
import { rootsFor } from "../new-session/form.ts";
import { type GoalForm, goalForm, goalOf, isCustom } from "../session-settings/goal.ts";
import type { TriggerBody } from "./api.ts";
import {
  type ConditionForm,
  configurationOf,
  missingFieldText,
  settingsOf,
  shapeOf,
} from "./condition-fields.ts";
import { text } from "./text.ts";

/** Numbers are kept as the texts of their fields; an empty text means no number. */
export interface TriggerForm {
  name: string;
  root: string;
  template: string;
  goal: GoalForm;
  reuse: boolean;
  enqueue: boolean;
  resuscitate: boolean;
  skipIfPending: boolean;
  lastSession: string;
  cap: string;
  window: string;
  schedulingClass: string;
  precedence: string;
  sandbox: string;
  mcpServers: readonly string[];
  skills: readonly string[];
  hooks: readonly string[];
  plugins: readonly string[];
  conditions: readonly ConditionForm[];
}

export type ChangeTrigger = (change: Partial<TriggerForm>) => void;

export function emptyForm(configs: Configs): TriggerForm {
  const roots = rootsFor(configs);
  return {
    name: "",
    root: (roots.find((root) => root.default) ?? roots[0])?.name ?? "",
    template: "",
    goal: goalForm(null, configs.goals),
    reuse: false,
    enqueue: false,
    resuscitate: false,
    skipIfPending: false,
    lastSession: "",
    cap: "",
    window: "",
    schedulingClass: "",
    precedence: "",
    sandbox: "",
    mcpServers: [],
    skills: [],
    hooks: [],
    plugins: [],
    conditions: [],
  };
}

const digits = (value: number | null): string => (value === null ? "" : String(value));

/** A condition of an unknown kind is not in the form, and saving leaves it unchanged. */
function conditionForms({ conditions }: Trigger): ConditionForm[] {
  return conditions.flatMap(({ id, condition_type: type, configuration }) => {
    const shape = shapeOf(type, configuration);
    return shape === null
      ? []
      : [{ key: `stored-${id}`, id, type, shape, settings: settingsOf(configuration) }];
  });
}

export function formOf(trigger: Trigger, configs: Configs): TriggerForm {
  return {
    name: trigger.name,
    root: trigger.agent_root_name,
    template: trigger.prompt_template,
    goal: goalForm(trigger.goal, configs.goals),
    reuse: trigger.reuse_session,
    enqueue: trigger.enqueue_messages,
    resuscitate: trigger.resuscitate_archived,
    skipIfPending: trigger.skip_if_pending_session,
    lastSession: digits(trigger.last_session_id),
    cap: digits(trigger.max_sessions_per_minute),
    window: digits(trigger.coalesce_window_seconds),
    schedulingClass: trigger.scheduling_class ?? "",
    precedence: digits(trigger.precedence),
    sandbox: trigger.sandbox ?? "",
    mcpServers: trigger.mcp_servers,
    skills: trigger.catalog_skills,
    hooks: trigger.catalog_hooks,
    plugins: trigger.catalog_plugins,
    conditions: conditionForms(trigger),
  };
}

/** Every agent root, and the chosen one if the catalog no longer has it. */
export function rootOptions(configs: Configs, named: string): SelectOption[] {
  const known = configs.agent_roots.map(({ name, display_name }) => ({ value: name, label: display_name }));
  const problemOf = named !== "" && !known.some(({ value }) => value === named);
  return problemOf ? [{ value: named, label: text.problems.rootNotInCatalog(named) }, ...known] : known;
}

/** The first reason why the form cannot be saved; null if it can. */
export function missing(form: TriggerForm): string | null {
  if (form.name.trim() === "") return text.problems.name;
  if (form.root === "") return text.problems.noRoot;
  if (form.template.trim() === "") return text.problems.prompt;
  if (isCustom(form.goal) && form.goal.own.trim() === "") return text.problems.goal;
  for (const condition of form.conditions) {
    const problem = missingFieldText(condition);
    if (problem !== null) return problem;
  }
  return null;
}

export const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Removed conditions are sent by id, to be deleted. */
function conditionsToSend(form: TriggerForm, before: Trigger | null) {
  const kept = form.conditions.map((condition) => ({
    ...(condition.id !== null && { id: condition.id }),
    condition_type: condition.type,
    configuration: configurationOf(condition),
  }));
  const shown = before === null ? [] : conditionForms(before);
  const removed = shown.filter(({ id }) => !form.conditions.some((condition) => condition.id === id));
  return [...kept, ...removed.map(({ id }) => ({ id, _destroy: true }))];
}

export function toRequest(form: TriggerForm, before: Trigger | null): TriggerBody {
  return {
    name: form.name.trim(),
    agent_root_name: form.root,
    prompt_template: form.template,
    goal: goalOf(form.goal),
    reuse_session: form.reuse,
    enqueue_messages: form.enqueue,
    resuscitate_archived: form.resuscitate,
    skip_if_pending_session: form.skipIfPending,
    ...(form.reuse && { last_session_id: numberOf(form.lastSession) }),
    // Sending a cap ends a burst, so it is sent only if it changed.
    ...(numberOf(form.cap) !== (before?.max_sessions_per_minute ?? null) && {
      max_sessions_per_minute: numberOf(form.cap),
    }),
    coalesce_window_seconds: numberOf(form.window),
    ...((form.schedulingClass || null) !== (before?.scheduling_class ?? null) && {
      scheduling_class: form.schedulingClass || null,
    }),
    precedence: numberOf(form.precedence),
    // A looser one asks a person, so it is sent only if it changed.
    ...((form.sandbox || null) !== (before?.sandbox ?? null) && { sandbox: form.sandbox || null }),
    mcp_servers: [...form.mcpServers],
    catalog_skills: [...form.skills],
    catalog_hooks: [...form.hooks],
    catalog_plugins: [...form.plugins],
    trigger_conditions_attributes: conditionsToSend(form, before),
  };
}
