import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import type { SessionDefaultsAnswer } from "../../../server/domains/agents/defaults/model.ts";
import type { NewSessionForm } from "./form.ts";

/** What a form is filled in against: the catalog and the CLIs, and what the owner prefers among them. */
export type FormConfigs = Configs & { defaults?: SessionDefaultsAnswer };

/** Where a value comes from, the first that says something: the form, the owner's choice for the root, the root itself, … */
export type ValueSource =
  | "request"
  | "root_choice"
  | "root"
  | "choice"
  | "environment"
  | "repository"
  | "service"
  | "cli";

export interface Resolved<T> {
  value: T;
  source: ValueSource;
}

export const sourceText: Readonly<Record<ValueSource, string>> = {
  request: "Chosen here",
  root_choice: "Your default for this root",
  root: "From the agent root",
  choice: "Your default",
  environment: "Set by an environment variable",
  repository: "From the repository",
  service: "Signalbox's default",
  cli: "The CLI's default",
};

type Candidate<T> = readonly [T | null | undefined, ValueSource];

/** The first that says something. */
function firstOf<T>(candidates: readonly Candidate<T>[]): Resolved<T> | null {
  for (const [value, source] of candidates)
    if (value !== null && value !== undefined && value !== "") return { value, source };
  return null;
}

const rootOf = (form: NewSessionForm, configs: FormConfigs) =>
  form.source === "root" ? configs.agent_roots.find(({ name }) => name === form.root) : undefined;

const choiceForRoot = (form: NewSessionForm, { defaults }: FormConfigs) =>
  form.source === "root" ? defaults?.chosen.roots[form.root] : undefined;

/** The runtime that will be used, as the service itself decides it (R33). */
export function resolveRuntime(form: NewSessionForm, configs: FormConfigs): Resolved<string> {
  const known = (id: string | null | undefined): string | null =>
    id !== null && id !== undefined && id in configs.runtime_models ? id : null;
  const chosen = configs.defaults?.chosen.runtime;
  const fallback = configs.defaults?.fallback.source === "environment" ? "environment" : "service";
  return (
    firstOf([
      [known(form.runtime), "request"],
      [known(choiceForRoot(form, configs)?.runtime), "root_choice"],
      [known(rootOf(form, configs)?.default_runtime), "root"],
      [known(configs.default_runtime), known(chosen) === null ? fallback : "choice"],
    ]) ?? { value: Object.keys(configs.runtime_models)[0] ?? "", source: "service" }
  );
}

/** The model that will be used; null where the runtime offers none. */
export function resolveModel(form: NewSessionForm, configs: FormConfigs): Resolved<string> | null {
  const runtime = resolveRuntime(form, configs).value;
  const offered = configs.runtime_models[runtime];
  const has = (id: string | null | undefined): string | null =>
    offered?.models.find((model) => model.id === id)?.id ?? null;
  return firstOf([
    [has(form.model), "request"],
    [has(choiceForRoot(form, configs)?.model), "root_choice"],
    [has(rootOf(form, configs)?.default_model), "root"],
    [has(configs.defaults?.chosen.runtimes[runtime]?.model), "choice"],
    [has(offered?.default) ?? offered?.models[0]?.id, "cli"],
  ]);
}

/** The effort that will be used; null where the model takes none. */
export function resolveEffort(form: NewSessionForm, configs: FormConfigs): Resolved<string> | null {
  const runtime = resolveRuntime(form, configs).value;
  const id = resolveModel(form, configs)?.value;
  const model = configs.runtime_models[runtime]?.models.find((one) => one.id === id);
  if (!model || model.effort_levels.length === 0) return null;
  const taken = (level: string | null | undefined): string | null =>
    model.effort_levels.find((one) => one === level) ?? null;
  return firstOf([
    [taken(form.effort), "request"],
    [taken(choiceForRoot(form, configs)?.effort), "root_choice"],
    [taken(configs.defaults?.chosen.runtimes[runtime]?.effort), "choice"],
    [model.default_effort ?? "default", "cli"],
  ]);
}

/** The branch that the clone begins from; `remote` is what the repository says of itself, where it was asked. */
export function resolveBranch(
  form: NewSessionForm,
  configs: FormConfigs,
  remote: string | null,
): Resolved<string> {
  const root = rootOf(form, configs);
  return (
    firstOf([
      [form.branch.trim(), "request"],
      [root?.default_branch, "root"],
      [remote, "repository"],
    ]) ?? { value: "main", source: "service" }
  );
}
