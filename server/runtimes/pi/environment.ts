import { join } from "node:path";
import type { Workspace } from "../runtime.ts";
import { keyVariables } from "./providers.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Names the file our extensions read (equipment.ts). */
const equipmentVariable = "SIGNALBOX_PI_EQUIPMENT";

/** The places in a session's private pi home. */
export function homePaths(home: string) {
  return {
    auth: join(home, "auth.json"),
    equipment: join(home, "signalbox-equipment.json"),
    hooks: join(home, "hooks"),
    models: join(home, "models.json"),
    sessions: join(home, "sessions"),
    settings: join(home, "settings.json"),
    skills: join(home, "skills"),
    systemPrompt: join(home, "signalbox-system-prompt.md"),
  };
}

/** Hold the sign-ins, and the secrets of MCP servers and hooks. */
export function secretFiles(home: string): string[] {
  const { auth, equipment } = homePaths(home);
  return [auth, equipment];
}

/** The login file of the person who runs the service, or null when the environment names no home. */
export function ownerAuthFile(environment: Environment): string | null {
  const home = ownerHome(environment);
  return home === null ? null : homePaths(home).auth;
}

/** Where the CLI records what the person who runs the service does with it; empty when the environment names no home. */
export function recordFolders(environment: Environment): string[] {
  const home = ownerHome(environment);
  return home === null ? [] : [homePaths(home).sessions];
}

function ownerHome(environment: Environment): string | null {
  const userHome = environment["HOME"] ?? environment["USERPROFILE"];
  return environment["PI_CODING_AGENT_DIR"] || (userHome ? join(userHome, ".pi", "agent") : null);
}

/** The agent's environment with its own home and the model keys, without another pi's variables. */
export function piEnvironment(
  workspace: Pick<Workspace, "env" | "home">,
  service: Environment,
): Record<string, string> {
  const inherited = Object.entries(workspace.env).filter(([name]) => !name.startsWith("PI_"));
  const keys = keyVariables.flatMap((name) => {
    const value = workspace.env[name] ?? service[name];
    return value ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(inherited),
    ...Object.fromEntries(keys),
    PI_CODING_AGENT_DIR: workspace.home,
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
    [equipmentVariable]: homePaths(workspace.home).equipment,
  };
}
