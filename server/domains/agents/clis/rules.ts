import type { CliStatus, CliTool } from "./model.ts";

/** What is known about a CLI even if it is not installed. */
export interface KnownCli {
  id: string;
  name: string;
  installInstructions: string;
  authInstructions: string;
  installCommand: string | null;
  signInCommand: string | null;
  envVarName: string | null;
}

/** What a check found for one CLI. */
export interface CliState {
  version: string | null;
  /** Why the CLI cannot be used and what to do about it; null if it can be used. */
  missing: string | null;
  authenticated: boolean;
  authMethod: string | null;
}

/** What the last check found, by CLI; null before the first. `at` is an ISO instant. */
export type CheckResults = { at: string; states: ReadonlyMap<string, CliState> } | null;

export function describeStatus(clis: readonly KnownCli[], results: CheckResults): CliStatus {
  const tools = Object.fromEntries(
    clis.map((cli) => [cli.id, describeTool(cli, results?.states.get(cli.id))]),
  );
  const waiting = Object.values(tools).filter(({ installed, authenticated }) => installed && !authenticated);
  return {
    tools,
    all_authenticated: results === null ? null : waiting.length === 0,
    unauthenticated_count: waiting.length,
    generated_at: results?.at ?? null,
    ...(results === null && { loading: true }),
  };
}

const helpsToInstall = ({ installCommand }: KnownCli, state: CliState | undefined): boolean =>
  installCommand !== null && state?.missing?.includes(installCommand) === true;

function describeTool(cli: KnownCli, state: CliState | undefined): CliTool {
  return {
    name: cli.name,
    installed: state ? state.missing === null : null,
    authenticated: state?.authenticated ?? null,
    version: state?.version ?? null,
    install_instructions: state?.missing ?? cli.installInstructions,
    auth_instructions: cli.authInstructions,
    // If something else is wrong, such as a configured path, installing does not help.
    install_command: helpsToInstall(cli, state) ? cli.installCommand : null,
    auth_command: state?.authenticated === false ? cli.signInCommand : null,
    auth_method: state?.authMethod ?? null,
    env_var_name: cli.envVarName,
    ...(!state && { loading: true }),
  };
}
