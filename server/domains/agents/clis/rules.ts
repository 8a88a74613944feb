import type { CliStatus, CliTool } from "./model.ts";

/** What a person may be told of a CLI whether or not it is there. */
export interface KnownCli {
  id: string;
  name: string;
  installInstructions: string;
  authInstructions: string;
  installCommand: string | null;
  signInCommand: string | null;
  envVarName: string | null;
}

/** What one look found. */
export interface Sighting {
  version: string | null;
  /** Why the CLI cannot be used, with what to do about it; null when it can. */
  missing: string | null;
  authenticated: boolean;
  authMethod: string | null;
}

/** What the last look found of all CLIs, by id; null before the first. `at` is an ISO instant. */
export type Look = { at: string; sightings: ReadonlyMap<string, Sighting> } | null;

export function describeStatus(clis: readonly KnownCli[], look: Look): CliStatus {
  const tools = Object.fromEntries(
    clis.map((cli) => [cli.id, describeTool(cli, look?.sightings.get(cli.id))]),
  );
  const waiting = Object.values(tools).filter(({ installed, authenticated }) => installed && !authenticated);
  return {
    tools,
    all_authenticated: look === null ? null : waiting.length === 0,
    unauthenticated_count: waiting.length,
    generated_at: look?.at ?? null,
    ...(look === null && { loading: true }),
  };
}

const mends = ({ installCommand }: KnownCli, seen: Sighting | undefined): boolean =>
  installCommand !== null && seen?.missing?.includes(installCommand) === true;

function describeTool(cli: KnownCli, seen: Sighting | undefined): CliTool {
  return {
    name: cli.name,
    installed: seen ? seen.missing === null : null,
    authenticated: seen?.authenticated ?? null,
    version: seen?.version ?? null,
    install_instructions: seen?.missing ?? cli.installInstructions,
    auth_instructions: cli.authInstructions,
    // Where something else is wrong, such as a configured path, installing mends nothing.
    install_command: mends(cli, seen) ? cli.installCommand : null,
    auth_command: seen?.authenticated === false ? cli.signInCommand : null,
    auth_method: seen?.authMethod ?? null,
    env_var_name: cli.envVarName,
    ...(!seen && { loading: true }),
  };
}
