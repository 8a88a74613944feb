import type { CliStatus } from "../../../server/domains/agents/clis/model.ts";
import type { NewSessionForm } from "./form.ts";
import { type FormConfigs, resolveRuntime } from "./resolve-defaults.ts";
import { pickedOf, rootOf } from "./view-model.ts";

/** What could be found out about the form besides the catalog; null while it is not known. */
export interface KnownState {
  clis: CliStatus | null;
  /** Of the chosen repository. */
  branches: readonly string[] | null;
}

/** How many branches are listed at most; of more, one that is not listed may exist. */
const branchLimit = 500;

/** One sentence for each thing that would keep the session from working, before it is begun. */
export function warningsFor(form: NewSessionForm, configs: FormConfigs, known: KnownState): string[] {
  return [
    ...repositoryWarnings(form, configs),
    ...branchWarnings(form, known.branches),
    ...cliWarnings(resolveRuntime(form, configs).value, known.clis),
    ...serverWarnings(form, configs),
  ];
}

function repositoryWarnings(form: NewSessionForm, configs: FormConfigs): string[] {
  const root = rootOf(form, configs);
  return root && !root.git_root
    ? [`The agent root ${root.display_name} has no repository. Choose another root or enter a repository.`]
    : [];
}

function branchWarnings({ branch }: NewSessionForm, branches: readonly string[] | null): string[] {
  const wanted = branch.trim();
  if (wanted === "" || branches === null || branches.length === 0 || branches.length >= branchLimit)
    return [];
  return branches.includes(wanted) ? [] : [`The repository has no branch "${wanted}".`];
}

function cliWarnings(runtime: string, clis: CliStatus | null): string[] {
  const cli = clis?.tools[runtime];
  if (cli?.installed === false) return [`${cli.name} is not installed. ${cli.install_instructions}`];
  if (cli?.authenticated === false) return [`${cli.name} is not signed in. ${cli.auth_instructions}`];
  return [];
}

function serverWarnings(form: NewSessionForm, configs: FormConfigs): string[] {
  const picked = new Set(pickedOf(form, configs, "mcpServers"));
  return configs.mcp_servers
    .filter(({ name, unavailable }) => unavailable && picked.has(name))
    .map(
      ({ title, unavailable_reason }) =>
        `${title} is not available: ${unavailable_reason ?? "no reason is given."}`,
    );
}
