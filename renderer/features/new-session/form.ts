import { z } from "zod/mini";
import type { AgentRootView } from "../../../server/domains/agents/catalog/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";

const names = z.nullable(z.array(z.string()));

/** The fields of the form. Null and empty mean the default of the agent root or the service. */
const newSessionForm = z.object({
  source: z.enum(["root", "repository"]),
  root: z.string(),
  gitRoot: z.string(),
  branch: z.string(),
  subdirectory: z.string(),
  runtime: z.string(),
  model: z.string(),
  effort: z.string(),
  /** `default`, `none`, `own`, or the id of a goal in the catalog. */
  goal: z.string(),
  ownGoal: z.string(),
  title: z.string(),
  prompt: z.string(),
  schedulingClass: z.enum(["", "priority", "spot"]),
  mcpServers: names,
  skills: names,
  hooks: names,
  plugins: names,
  cloneOnly: z.boolean(),
  /** Drafts of earlier versions lack it. */
  sandbox: z._default(z.string(), ""),
});
export type NewSessionForm = z.infer<typeof newSessionForm>;
export type PickField = "mcpServers" | "skills" | "hooks" | "plugins";

const emptyFields: NewSessionForm = {
  source: "root",
  root: "",
  gitRoot: "",
  branch: "",
  subdirectory: "",
  runtime: "",
  model: "",
  effort: "",
  goal: "default",
  ownGoal: "",
  title: "",
  prompt: "",
  schedulingClass: "",
  mcpServers: null,
  skills: null,
  hooks: null,
  plugins: null,
  cloneOnly: false,
  sandbox: "",
};

/** The agent roots that a person may start; the others are for agents. */
export const rootsFor = ({ agent_roots }: Configs): AgentRootView[] =>
  agent_roots.filter(({ user_invocable }) => user_invocable);

/** A form with the default agent root of the catalog, or without any with the repository that was used last. */
export function emptyForm(configs: Configs & { recentRepositories?: readonly string[] }): NewSessionForm {
  const roots = rootsFor(configs);
  const first = roots.find((root) => root.default) ?? roots[0];
  if (first) return { ...emptyFields, root: first.name };
  return { ...emptyFields, source: "repository", gitRoot: configs.recentRepositories?.[0] ?? "" };
}

/** The form of a draft; an agent root that has left the catalog is replaced by the default one. */
export function restoreForm(draft: string, configs: Configs): NewSessionForm {
  const empty = emptyForm(configs);
  const parsed = draft === "" ? undefined : newSessionForm.safeParse(readJson(draft));
  if (!parsed?.success) return empty;
  const known = rootsFor(configs).some(({ name }) => name === parsed.data.root);
  return known
    ? parsed.data
    : { ...parsed.data, root: empty.root, source: empty.root === "" ? "repository" : parsed.data.source };
}

/** Adds a prompt from elsewhere below the text; only once, however often the page is loaded. */
export function withPrompt(form: NewSessionForm, prompt: string): NewSessionForm {
  if (form.prompt.endsWith(prompt)) return form;
  return { ...form, prompt: form.prompt.trim() === "" ? prompt : `${form.prompt}\n\n${prompt}` };
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether nothing was typed or chosen, so that no draft is needed. */
export const isUntouched = (form: NewSessionForm, fresh: NewSessionForm): boolean =>
  JSON.stringify(form) === JSON.stringify(fresh);

const rootDefaults = {
  mcpServers: null,
  skills: null,
  hooks: null,
  plugins: null,
  runtime: "",
  model: "",
  effort: "",
} as const;

/** Another agent root comes with its own extensions and defaults. */
export const chooseRoot = (form: NewSessionForm, root: string): NewSessionForm =>
  form.source === "root" && form.root === root
    ? form
    : { ...form, ...rootDefaults, source: "root", root, branch: "", subdirectory: "" };

export const chooseRepository = (form: NewSessionForm): NewSessionForm =>
  form.source === "repository"
    ? form
    : { ...form, ...rootDefaults, source: "repository", branch: "", subdirectory: "" };

/** Models and efforts belong to a runtime, so another runtime starts with its own. */
export const chooseRuntime = (form: NewSessionForm, runtime: string): NewSessionForm =>
  form.runtime === runtime ? form : { ...form, runtime, model: "", effort: "" };

export const chooseModel = (form: NewSessionForm, model: string): NewSessionForm =>
  form.model === model ? form : { ...form, model, effort: "" };

/** A model that was just added; `current` is the runtime of the form. */
export const chooseAdded = (
  form: NewSessionForm,
  current: string,
  { runtime, model }: { runtime: string; model: string },
): NewSessionForm => chooseModel(runtime === current ? form : chooseRuntime(form, runtime), model);
