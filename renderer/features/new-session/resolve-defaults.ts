import type { CliStatus } from "../../../server/domains/agents/clis/model.ts";
import type { SessionDefaultsAnswer } from "../../../server/domains/sessions/defaults/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import type { NewSessionForm } from "./form.ts";

/** What the form is based on: the catalog, the CLIs, the owner's defaults and what was worked on last. */
export type FormConfigs = Configs & {
  defaults?: SessionDefaultsAnswer;
  recentRepositories?: readonly string[];
  /** What is known of the CLIs; absent until they were looked at. */
  clis?: CliStatus | null;
};

/** The sources of a value, in order of precedence. */
export type ValueSource =
  | "request"
  | "root_choice"
  | "root"
  | "choice"
  | "environment"
  | "repository"
  | "service"
  | "signed_in"
  | "cli";

export interface Resolved<T> {
  value: T;
  source: ValueSource;
}

type Candidate<T> = readonly [T | null | undefined, ValueSource];

/** The first candidate with a value. */
function firstOf<T>(candidates: readonly Candidate<T>[]): Resolved<T> | null {
  for (const [value, source] of candidates)
    if (value !== null && value !== undefined && value !== "") return { value, source };
  return null;
}

const rootOf = (form: NewSessionForm, configs: FormConfigs) =>
  form.source === "root" ? configs.agent_roots.find(({ name }) => name === form.root) : undefined;

const choiceForRoot = (form: NewSessionForm, { defaults }: FormConfigs) =>
  form.source === "root" ? defaults?.chosen.roots[form.root] : undefined;

/** A runtime that is signed in, if the service's own default is not; null if no other is or nobody knows. */
function signedInRuntime({ default_runtime: usual, runtime_models, clis }: FormConfigs): string | null {
  const tool = clis?.tools[usual];
  if (tool === undefined || (tool.installed !== false && tool.authenticated !== false)) return null;
  const isReady = (id: string): boolean =>
    clis?.tools[id]?.installed === true && clis.tools[id].authenticated === true;
  return Object.keys(runtime_models).find(isReady) ?? null;
}

/**
 * The runtime that will be used, by the same rules as in the service (R33). What nobody chose is one that is signed in.
 */
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
      [known(chosen) === null && fallback === "service" ? signedInRuntime(configs) : null, "signed_in"],
      [known(configs.default_runtime), known(chosen) === null ? fallback : "choice"],
    ]) ?? { value: Object.keys(configs.runtime_models)[0] ?? "", source: "service" }
  );
}

/** The model that will be used; null if the runtime offers none. */
export function resolveModel(form: NewSessionForm, configs: FormConfigs): Resolved<string> | null {
  const runtime = resolveRuntime(form, configs).value;
  const offered = configs.runtime_models[runtime];
  const offeredModel = (id: string | null | undefined): string | null =>
    offered?.models.find((model) => model.id === id)?.id ?? null;
  return firstOf([
    [offeredModel(form.model), "request"],
    [offeredModel(choiceForRoot(form, configs)?.model), "root_choice"],
    [offeredModel(rootOf(form, configs)?.default_model), "root"],
    [offeredModel(configs.defaults?.chosen.runtimes[runtime]?.model), "choice"],
    [offeredModel(offered?.default) ?? offered?.models[0]?.id, "cli"],
  ]);
}

/** The effort that will be used; null if the model has none. */
export function resolveEffort(form: NewSessionForm, configs: FormConfigs): Resolved<string> | null {
  const runtime = resolveRuntime(form, configs).value;
  const id = resolveModel(form, configs)?.value;
  const model = configs.runtime_models[runtime]?.models.find((one) => one.id === id);
  if (!model || model.effort_levels.length === 0) return null;
  const supported = (level: string | null | undefined): string | null =>
    model.effort_levels.find((one) => one === level) ?? null;
  return firstOf([
    [supported(form.effort), "request"],
    [supported(choiceForRoot(form, configs)?.effort), "root_choice"],
    [supported(configs.defaults?.chosen.runtimes[runtime]?.effort), "choice"],
    [model.default_effort ?? "default", "cli"],
  ]);
}

/** The branch that the clone starts from; `remote` is the default branch of the repository, if known. */
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
