import type { AgentRootView } from "../../../server/domains/agents/catalog/model.ts";
import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import type { TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import { type NewSession, promptLimit } from "../../../server/domains/sessions/sessions/model.ts";
import type { MultiSelectOption } from "../../ui/MultiSelect.tsx";
import type { SelectOption } from "../../ui/Select.tsx";
import { type NewSessionForm, type PickField, readJson, rootsFor } from "./form.ts";
import { type FormConfigs, resolveEffort, resolveModel, resolveRuntime } from "./resolve-defaults.ts";

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
    label: id === preset?.id ? `${label} (default)` : label,
  }));
}

/** None where the model takes no effort. */
export function effortOptions(form: NewSessionForm, configs: FormConfigs): SelectOption[] {
  const preset = resolveEffort({ ...form, effort: "" }, configs);
  const levels = modelOf(form, configs)?.effort_levels ?? [];
  if (preset === null) return [];
  return [
    { value: "", label: preset.value === "default" ? "Default" : `Default (${preset.value})` },
    ...levels.map((level) => ({ value: level, label: level })),
  ];
}

const goalName = (configs: Configs, id: string): string =>
  configs.goals.find((goal) => goal.id === id)?.name ?? id;

export function goalOptions(form: NewSessionForm, configs: Configs): SelectOption[] {
  const preset = rootOf(form, configs)?.default_goal ?? null;
  return [
    {
      value: "default",
      label: preset === null ? "No goal (default)" : `${goalName(configs, preset)} (default)`,
    },
    ...(preset === null ? [] : [{ value: "none", label: "No goal" }]),
    ...configs.goals.filter(({ id }) => id !== preset).map(({ id, name }) => ({ value: id, label: name })),
    { value: "own", label: "Custom goal" },
  ];
}

/** What the chosen goal asks of the agent; null where there is none. */
export function goalText(form: NewSessionForm, configs: Configs): string | null {
  if (form.goal === "none" || form.goal === "own") return null;
  const id = form.goal === "default" ? (rootOf(form, configs)?.default_goal ?? null) : form.goal;
  return id === null ? null : (configs.goals.find((goal) => goal.id === id)?.description ?? id);
}

/** What is picked of a kind: by the person, else by the root. */
export const pickedOf = (form: NewSessionForm, configs: Configs, field: PickField): readonly string[] =>
  form[field] ?? rootOf(form, configs)?.[rootLists[field]] ?? [];

/** What can be picked of a kind: everything the catalog has. */
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
    warning: unavailable ? (unavailable_reason ?? "It is not available.") : undefined,
  }));
}

/** What keeps the form from being sent, the first thing first; null when it can be. */
export function formProblem(form: NewSessionForm): string | null {
  if (form.source === "repository" && form.gitRoot.trim() === "") return "Enter a repository.";
  if (form.prompt.length > promptLimit)
    return `The prompt can have up to ${promptLimit.toLocaleString()} characters.`;
  if (form.goal === "own" && form.ownGoal.trim() === "") return "Enter a goal or choose another.";
  return null;
}

/** Files are part of a message, so there has to be one. */
export function attachmentProblem({ prompt, cloneOnly }: NewSessionForm, files: number): string | null {
  return files > 0 && (cloneOnly || prompt.trim() === "") ? "Enter a prompt to send with the files." : null;
}

const given = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

function goalForRequest({ goal, ownGoal }: NewSessionForm): string | undefined {
  if (goal === "default") return undefined;
  // A blank goal is how the service is told not to take the root's.
  if (goal === "none") return "";
  return goal === "own" ? ownGoal.trim() : goal;
}

function configForRequest(form: NewSessionForm): NewSession["config"] {
  const { model, effort } = form;
  if (model === "" && effort === "") return undefined;
  return { ...(model !== "" && { model }), ...(effort !== "" && { effort }) };
}

/**
 * The request; what the person left alone is left out, so that the service's own defaults hold. `remote` is the branch
 * that the repository begins with, which the service does not ask it for.
 */
export function toRequest(form: NewSessionForm, configs: FormConfigs, remote: string | null): NewSession {
  const request: NewSession = {
    agent_root: form.source === "root" ? given(form.root) : undefined,
    git_root: form.source === "repository" ? given(form.gitRoot) : undefined,
    branch: given(form.branch) ?? (form.source === "repository" ? (remote ?? undefined) : undefined),
    subdirectory: given(form.subdirectory),
    agent_runtime: given(runtimeOf(form, configs)),
    config: configForRequest(form),
    goal: goalForRequest(form),
    title: given(form.title),
    prompt: form.cloneOnly ? undefined : given(form.prompt),
    scheduling_class: given(form.schedulingClass),
    mcp_servers: form.mcpServers ?? undefined,
    catalog_skills: form.skills ?? undefined,
    catalog_hooks: form.hooks ?? undefined,
    catalog_plugins: form.plugins ?? undefined,
    clone_only: form.cloneOnly ? true : undefined,
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}

/** A request apart from its prompt, which still names the session. */
export function withoutPrompt({ prompt, ...rest }: NewSession): { rest: NewSession; prompt: string } {
  const text = prompt ?? "";
  return { rest: { title: text.trim().split("\n", 1)[0]?.slice(0, 100), ...rest }, prompt: text };
}

/** The repository whose branches can be suggested; empty where none is known yet. */
export const repositoryOf = (form: NewSessionForm, configs: Configs): string =>
  form.source === "repository" ? form.gitRoot.trim() : (rootOf(form, configs)?.git_root ?? "");

export const repositoryOption = "repository";

/** Whether there is something to choose from; without a catalog a repository is all that can be named. */
export const hasRoots = (configs: Configs): boolean => rootsFor(configs).length > 0;

export const sourceOptions = (configs: Configs): SelectOption[] => [
  ...rootsFor(configs).map(({ name, display_name }) => ({ value: `root:${name}`, label: display_name })),
  { value: repositoryOption, label: "Another repository" },
];

/** The first line of a kept form's prompt. */
export function draftTitle(draft: string): string {
  const form = readJson(draft);
  const prompt = typeof form === "object" && form !== null && "prompt" in form ? form.prompt : "";
  return typeof prompt === "string" ? (prompt.trim().split("\n", 1)[0] ?? "") : "";
}

/** What a template begins with, in a line: "orchard · dev · pi". */
export function templateSummary(setup: TemplateSetup): string {
  const place = setup.source === "root" ? setup.root : setup.gitRoot;
  return [place, setup.branch, setup.runtime, setup.model, setup.prompt && "with a prompt"]
    .filter((word) => word !== "")
    .join(" · ");
}
