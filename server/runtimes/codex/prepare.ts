import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { exists } from "../../lib/exists.ts";
import { markerVariable } from "../../lib/processes/index.ts";
import { writePrivateFile } from "../private-file.ts";
import type { Equipment, SkillSource, Workspace } from "../runtime.ts";
import { configToml } from "./config-toml.ts";
import { decideModelAccess, type ModelAccess, ownerLoginFile, sessionLoginFile } from "./environment.ts";
import { hooksFile } from "./hooks-file.ts";
import { placeRepositoryInstructions } from "./repository-instructions.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Lies in each skill folder that came from the catalog; what the agent installed itself has none. */
const catalogMark = ".from-catalog";

/** Writes config.toml, hooks.json and the copies of skills and hooks into the session's home. */
export async function prepareHome(
  workspace: Workspace,
  equipment: Equipment,
  service: Environment,
): Promise<void> {
  const access = await modelAccess(service);
  const config = configToml({
    access,
    cwd: workspace.cwd,
    repository: workspace.repository,
    mcpServers: equipment.mcpServers,
    forwardedVariables: [markerVariable],
    hiddenVariables: isLentKey(workspace, service) ? ["OPENAI_API_KEY"] : [],
  });
  await writePrivateFile(join(workspace.home, "config.toml"), config);
  if (!usesLogin(access)) await rm(sessionLoginFile(workspace.home), { force: true });
  await placeRepositoryInstructions(workspace);
  await placeHooks(workspace.home, equipment);
  await placeSkills(join(workspace.home, "skills"), equipment.skills);
}

/** How a session currently reaches a model. */
export async function modelAccess(service: Environment): Promise<ModelAccess> {
  const login = ownerLoginFile(service);
  return decideModelAccess(service, login !== null && (await exists(login)));
}

/** Whether the session runs on the owner's login file rather than on an API key. */
export function usesLogin(access: ModelAccess): boolean {
  return access.kind === "built_in" || (access.kind === "provider" && access.auth === "login");
}

/** The service's key goes to the CLI for its own calls, not to the commands it runs. */
function isLentKey(workspace: Workspace, service: Environment): boolean {
  return Boolean(service["OPENAI_API_KEY"]) && !workspace.env["OPENAI_API_KEY"];
}

async function placeHooks(home: string, equipment: Equipment): Promise<void> {
  const root = join(home, "hooks");
  await rm(root, { recursive: true, force: true });
  for (const hook of equipment.hooks) await cp(hook.path, join(root, hook.id), { recursive: true });
  const file = hooksFile(equipment.hooks, (id) => join(root, id));
  await writePrivateFile(join(home, "hooks.json"), JSON.stringify(file, null, 2));
}

async function placeSkills(root: string, skills: readonly SkillSource[]): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const name of await readdir(root)) {
    if (await exists(join(root, name, catalogMark))) await rm(join(root, name), { recursive: true });
  }
  for (const skill of skills) await placeSkill(join(root, skill.id), skill);
}

/** A folder the agent made under the same name wins. */
async function placeSkill(target: string, skill: SkillSource): Promise<void> {
  if (await exists(target)) return;
  await cp(skill.path, target, { recursive: true });
  await writeFile(join(target, catalogMark), "");
  for (const file of skill.references) {
    await cp(file, join(target, "references", basename(file)));
  }
}
