import type { AgentRootView } from "../../../server/domains/agents/catalog/model.ts";
import type { TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import { type NewSession, promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import type { MultiSelectOption } from "../../ui/MultiSelect.tsx";
import type { SelectOption } from "../../ui/Select.tsx";
import { type NewSessionForm, type PickField, readJson, rootsFor } from "./form.ts";
import { isQuestion } from "./is-question.ts";
import { type FormConfigs, resolveEffort, resolveModel, resolveRuntime } from "./resolve-defaults.ts";
import { text } from "./text.ts";

const rootLists = {
  mcpServers: "default_mcp_servers",
  skills: "default_skills",
  hooks: "default_hooks",
  plugins: "default_plugins",
} as const satisfies Record<PickField, keyof AgentRootView>;

export const rootOf = (form: NewSessionForm, configs: Configs): AgentRootView | null =>
  form.source === "root" ? (configs.agent_roots.find(({ name }) => name === form.root) ?? null) : null;

/** The runtime that will be used. */
export const runtimeOf = (form: NewSessionForm, configs: FormConfigs): string =>
  resolveRuntime(form, configs).value;

/** The model that will be used, as the catalog describes it. */
export function modelOf(form: NewSessionForm, configs: FormConfigs) {
  const id = resolveModel(form, configs)?.value;
  return configs.runtime_models[runtimeOf(form, configs)]?.models.find((model) => model.id === id);
}

export const runtimeOptions = (configs: Configs): SelectOption[] =>
  Object.entries(configs.runtime_models).map(([value, { label }]) => ({ value, label }));

export function modelOptions(form: NewSessionForm, configs: FormConfigs): SelectOption[] {
  const preset = modelOf({ ...form, model: "" }, configs);
  const models = configs.runtime_models[runtimeOf(form, configs)]?.models ?? [];
  return models.map(({ id, label }) => ({
    value: id,
    label: id === preset?.id ? text.options.asDefault(label) : label,
  }));
}

/** Empty if the model has no efforts. */
export function effortOptions(form: NewSessionForm, configs: FormConfigs): SelectOption[] {
  const preset = resolveEffort({ ...form, effort: "" }, configs);
  const levels = modelOf(form, configs)?.effort_levels ?? [];
  if (preset === null) return [];
  return [
    {
      value: "",
      label: preset.value === "default" ? text.agent.default : text.agent.defaultIs(preset.value),
    },
    ...levels.map((level) => ({ value: level, label: level })),
  ];
}

const goalName = (configs: Configs, id: string): string =>
  configs.goals.find((goal) => goal.id === id)?.name ?? id;

/** The agent root asks for a pull request, and the prompt for an answer. */
function isGoalForWork(form: NewSessionForm, configs: Configs): boolean {
  const preset = rootOf(form, configs)?.default_goal;
  const goal = configs.goals.find(({ id }) => id === preset);
  return goal?.checks.includes("pull_request_open") === true && isQuestion(form.prompt);
}

/** The goal that a person gets without choosing one; null for none. */
const presetGoal = (form: NewSessionForm, configs: Configs): string | null =>
  isGoalForWork(form, configs) ? null : (rootOf(form, configs)?.default_goal ?? null);

function presetLabel(form: NewSessionForm, configs: Configs): string {
  const preset = presetGoal(form, configs);
  if (preset !== null) return text.options.asDefault(goalName(configs, preset));
  return isGoalForWork(form, configs) ? text.goal.noneForQuestion : text.goal.noneDefault;
}

export function goalOptions(form: NewSessionForm, configs: Configs): SelectOption[] {
  const preset = presetGoal(form, configs);
  return [
    { value: "default", label: presetLabel(form, configs) },
    ...(preset === null ? [] : [{ value: "none", label: text.goal.none }]),
    ...configs.goals.filter(({ id }) => id !== preset).map(({ id, name }) => ({ value: id, label: name })),
    { value: "own", label: text.goal.custom },
  ];
}

/** What the chosen goal asks of the agent; null if there is none. */
export function goalDescription(form: NewSessionForm, configs: Configs): string | null {
  if (form.goal === "none" || form.goal === "own") return null;
  const id = form.goal === "default" ? presetGoal(form, configs) : form.goal;
  return id === null ? null : (configs.goals.find((goal) => goal.id === id)?.description ?? id);
}

/** Where the goal comes from, in words. */
export function goalSource(form: NewSessionForm, configs: Configs): string {
  if (form.goal !== "default") return text.sources.request;
  if (isGoalForWork(form, configs)) return text.goal.forQuestion;
  return rootOf(form, configs)?.default_goal ? text.sources.root : text.sources.service;
}

/** The chosen extensions: the person's, or else the agent root's. */
export const pickedOf = (form: NewSessionForm, configs: Configs, field: PickField): readonly string[] =>
  form[field] ?? rootOf(form, configs)?.[rootLists[field]] ?? [];

/** Everything of this kind in the catalog. */
export function pickOptions(configs: Configs, field: PickField): MultiSelectOption[] {
  if (field !== "mcpServers") {
    return configs[field].map(({ name, title, description }) => ({
      value: name,
      label: title,
      note: description,
    }));
  }
  return configs.mcp_servers.map(({ name, title, description, unavailable, unavailable_reason }) => ({
    value: name,
    label: title,
    note: description ?? undefined,
    warning: unavailable ? (unavailable_reason ?? text.extensions.unavailable) : undefined,
  }));
}

/** The first reason why the form cannot be sent; null if it can. */
export function formProblem(form: NewSessionForm): string | null {
  if (form.source === "repository" && form.gitRoot.trim() === "") return text.problems.repository;
  if (form.prompt.length > promptLimit) return text.problems.promptTooLong(promptLimit);
  if (form.goal === "own" && form.ownGoal.trim() === "") return text.problems.goal;
  return null;
}

/** Files belong to a message, so they need a prompt. */
export function attachmentProblem({ prompt, cloneOnly }: NewSessionForm, files: number): string | null {
  return files > 0 && (cloneOnly || prompt.trim() === "") ? text.problems.promptForFiles : null;
}

const trimmed = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

function goalForRequest(form: NewSessionForm, configs: Configs): string | undefined {
  const { goal, ownGoal } = form;
  // An empty goal overrides the agent root's goal.
  if (goal === "default") return isGoalForWork(form, configs) ? "" : undefined;
  if (goal === "none") return "";
  return goal === "own" ? ownGoal.trim() : goal;
}

function configForRequest(form: NewSessionForm): NewSession["config"] {
  const { model, effort } = form;
  if (model === "" && effort === "") return undefined;
  return { ...(model !== "" && { model }), ...(effort !== "" && { effort }) };
}

/** The request. Unchanged fields are left out, so that the service's defaults apply. `remote` is the default branch of the repository. */
export function toRequest(form: NewSessionForm, configs: FormConfigs, remote: string | null): NewSession {
  const request: NewSession = {
    agent_root: form.source === "root" ? trimmed(form.root) : undefined,
    git_root: form.source === "repository" ? trimmed(form.gitRoot) : undefined,
    branch: trimmed(form.branch) ?? (form.source === "repository" ? (remote ?? undefined) : undefined),
    subdirectory: trimmed(form.subdirectory),
    agent_runtime: trimmed(runtimeOf(form, configs)),
    config: configForRequest(form),
    goal: goalForRequest(form, configs),
    title: trimmed(form.title),
    prompt: form.cloneOnly ? undefined : trimmed(form.prompt),
    scheduling_class: trimmed(form.schedulingClass),
    sandbox: trimmed(form.sandbox),
    mcp_servers: form.mcpServers ?? undefined,
    catalog_skills: form.skills ?? undefined,
    catalog_hooks: form.hooks ?? undefined,
    catalog_plugins: form.plugins ?? undefined,
    clone_only: form.cloneOnly ? true : undefined,
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

/** Splits off the prompt, which still gives the session its title. */
export function withoutPrompt({ prompt, ...rest }: NewSession): { rest: NewSession; prompt: string } {
  const text = prompt ?? "";
  return { rest: { title: text.trim().split("\n", 1)[0]?.slice(0, 100), ...rest }, prompt: text };
}

/** The repository whose branches are suggested; empty until one is known. */
export const repositoryOf = (form: NewSessionForm, configs: Configs): string =>
  form.source === "repository" ? form.gitRoot.trim() : (rootOf(form, configs)?.git_root ?? "");

export const repositoryOption = "repository";

/** Without agent roots, only a repository can be entered. */
export const hasRoots = (configs: Configs): boolean => rootsFor(configs).length > 0;

export const sourceOptions = (configs: Configs): SelectOption[] => [
  ...rootsFor(configs).map(({ name, display_name }) => ({ value: `root:${name}`, label: display_name })),
  { value: repositoryOption, label: text.source.another },
];

/** The first line of a draft's prompt. */
export function draftTitle(draft: string): string {
  const form = readJson(draft);
  const prompt = typeof form === "object" && form !== null && "prompt" in form ? form.prompt : "";
  return typeof prompt === "string" ? (prompt.trim().split("\n", 1)[0] ?? "") : "";
}

/** The settings of a template in one line: "orchard · dev · pi". */
export function templateSummary(setup: TemplateSetup): string {
  const place = setup.source === "root" ? setup.root : setup.gitRoot;
  return [place, setup.branch, setup.runtime, setup.model, setup.prompt && text.templates.withPrompt]
    .filter((word) => word !== "")
    .join(" · ");
}
