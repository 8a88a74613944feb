import type { CliStatus } from "../../../server/domains/agents/clis/model.ts";
import type { NewSessionForm } from "./form.ts";
import { type FormConfigs, resolveRuntime } from "./resolve-defaults.ts";
import { text } from "./text.ts";
import { pickedOf, rootOf } from "./view-model.ts";

/** What is known about the form beyond the catalog; null until it is loaded. */
export interface KnownState {
  clis: CliStatus | null;
  /** The branches of the chosen repository. */
  branches: readonly string[] | null;
}

/** The longest list that the service sends. A branch that is not in a longer list may still exist. */
const branchLimit = 500;

/** One sentence for each problem that would stop the session. */
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
  return root && !root.git_root ? [text.warnings.rootWithoutRepository(root.display_name)] : [];
}

function branchWarnings({ branch }: NewSessionForm, branches: readonly string[] | null): string[] {
  const name = branch.trim();
  if (name === "" || branches === null || branches.length === 0 || branches.length >= branchLimit) return [];
  return branches.includes(name) ? [] : [text.warnings.noBranch(name)];
}

function cliWarnings(runtime: string, clis: CliStatus | null): string[] {
  const cli = clis?.tools[runtime];
  // One that is too old is there, and the instructions say so.
  if (cli?.installed === false && cli.version !== null) return [cli.install_instructions];
  if (cli?.installed === false) return [text.warnings.notInstalled(cli.name, cli.install_instructions)];
  if (cli?.authenticated === false) return [text.warnings.notSignedIn(cli.name, cli.auth_instructions)];
  return [];
}

function serverWarnings(form: NewSessionForm, configs: FormConfigs): string[] {
  const picked = new Set(pickedOf(form, configs, "mcpServers"));
  return configs.mcp_servers
    .filter(({ name, unavailable }) => unavailable && picked.has(name))
    .map(({ title, unavailable_reason }) => text.warnings.unavailable(title, unavailable_reason));
}
