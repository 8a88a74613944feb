import { z } from "zod/mini";
import type { AgentRootView } from "../../../server/domains/agents/catalog/model.ts";
import type { Configs } from "../../../server/domains/agents/configs/model.ts";

const names = z.nullable(z.array(z.string()));

/** What is being filled in. Null and empty mean: as the root or the service has it. */
const newSessionForm = z.object({
  source: z.enum(["root", "repository"]),
  root: z.string(),
  gitRoot: z.string(),
  branch: z.string(),
  subdirectory: z.string(),
  runtime: z.string(),
  model: z.string(),
  effort: z.string(),
  /** `default`, `none`, `own`, or the id of a goal of the catalog. */
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
});
export type NewSessionForm = z.infer<typeof newSessionForm>;
export type PickField = "mcpServers" | "skills" | "hooks" | "plugins";

const blank: NewSessionForm = {
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
};

/** Roots that a person may start; the others are for agents. */
export const rootsFor = ({ agent_roots }: Configs): AgentRootView[] =>
  agent_roots.filter(({ user_invocable }) => user_invocable);

/** A form with the catalog's own choice of root. */
export function freshForm(configs: Configs): NewSessionForm {
  const roots = rootsFor(configs);
  const first = roots.find((root) => root.default) ?? roots[0];
  return first ? { ...blank, root: first.name } : { ...blank, source: "repository" };
}

/** The form as it was left; a root that the catalog no longer has gives way to its own choice. */
export function restoreForm(draft: string, configs: Configs): NewSessionForm {
  const fresh = freshForm(configs);
  const parsed = draft === "" ? undefined : newSessionForm.safeParse(readJson(draft));
  if (!parsed?.success) return fresh;
  const known = rootsFor(configs).some(({ name }) => name === parsed.data.root);
  return known
    ? parsed.data
    : { ...parsed.data, root: fresh.root, source: fresh.root === "" ? "repository" : parsed.data.source };
}

/** With words that were written elsewhere, below what is there; once, however often the page is loaded. */
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

/** What stands in the way of a draft being worth keeping: nothing typed yet. */
export const isUntouched = (form: NewSessionForm, fresh: NewSessionForm): boolean =>
  JSON.stringify(form) === JSON.stringify(fresh);

const ofRoot = {
  mcpServers: null,
  skills: null,
  hooks: null,
  plugins: null,
  runtime: "",
  model: "",
  effort: "",
} as const;

/** Another root brings its own equipment and defaults along. */
export const chooseRoot = (form: NewSessionForm, root: string): NewSessionForm =>
  form.source === "root" && form.root === root
    ? form
    : { ...form, ...ofRoot, source: "root", root, branch: "", subdirectory: "" };

export const chooseRepository = (form: NewSessionForm): NewSessionForm =>
  form.source === "repository"
    ? form
    : { ...form, ...ofRoot, source: "repository", branch: "", subdirectory: "" };

/** Models and efforts belong to a runtime, so another one begins with its own. */
export const chooseRuntime = (form: NewSessionForm, runtime: string): NewSessionForm =>
  form.runtime === runtime ? form : { ...form, runtime, model: "", effort: "" };

export const chooseModel = (form: NewSessionForm, model: string): NewSessionForm =>
  form.model === model ? form : { ...form, model, effort: "" };
