import { join } from "node:path";
import { exists } from "../../lib/exists.ts";
import { markerVariable } from "../../lib/processes/index.ts";
import { placeHooks, placeSkills, removeInHome, writeInHome } from "../home-folder.ts";
import type { AccountLoan, Equipment, Workspace } from "../runtime.ts";
import { configToml } from "./config-toml.ts";
import {
  decideModelAccess,
  type ModelAccess,
  ownerLoginFile,
  sessionLoginFile,
  withLoan,
} from "./environment.ts";
import { hooksFile } from "./hooks-file.ts";
import { placeRepositoryInstructions } from "./repository-instructions.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const configFile = (home: string): string => join(home, "config.toml");
const hooksPath = (home: string): string => join(home, "hooks.json");

/** Hold the sign-in, the secrets of MCP servers and hooks, and the environment, which the CLI keeps for its shells. */
export const secretFiles = (home: string): string[] => [
  configFile(home),
  hooksPath(home),
  sessionLoginFile(home),
  join(home, "shell_snapshots"),
];

/** Writes config.toml, hooks.json and the copies of skills and hooks into the session's home. */
export async function prepareHome(
  workspace: Workspace,
  equipment: Equipment,
  service: Environment,
): Promise<void> {
  const access = await modelAccess(service, workspace.loan);
  const config = configToml({
    access,
    cwd: workspace.cwd,
    repository: workspace.repository,
    mcpServers: equipment.mcpServers,
    forwardedVariables: [markerVariable],
    hiddenVariables: isLentKey(workspace, service) ? ["OPENAI_API_KEY"] : [],
  });
  const { home } = workspace;
  await writeInHome(home, configFile(home), config);
  if (!usesLogin(access)) await removeInHome(home, sessionLoginFile(home));
  await placeRepositoryInstructions(workspace);
  await writeHooks(home, equipment);
  await placeSkills({ home, folder: join(home, "skills") }, equipment.skills);
}

/** How a session currently reaches a model. */
export async function modelAccess(service: Environment, loan?: AccountLoan | null): Promise<ModelAccess> {
  if (loan) return decideModelAccess(withLoan(service, loan), loan.kind === "sign_in");
  const login = ownerLoginFile(service);
  return decideModelAccess(service, login !== null && (await exists(login)));
}

/** Whether the session runs on the owner's login file rather than on an API key. */
export function usesLogin(access: ModelAccess): boolean {
  return access.kind === "built_in" || (access.kind === "provider" && access.auth === "login");
}

/** The service's key goes to the CLI for its own calls, not to the commands it runs. */
function isLentKey(workspace: Workspace, service: Environment): boolean {
  if (workspace.loan) return workspace.loan.kind === "api_key";
  return Boolean(service["OPENAI_API_KEY"]) && !workspace.env["OPENAI_API_KEY"];
}

async function writeHooks(home: string, { hooks }: Equipment): Promise<void> {
  const folderOf = await placeHooks({ home, folder: join(home, "hooks") }, hooks);
  await writeInHome(home, hooksPath(home), JSON.stringify(hooksFile(hooks, folderOf), null, 2));
}
