import { join, relative } from "node:path";
import { z } from "zod";
import { readWithin } from "../../lib/read-within.ts";
import {
  folderName,
  isRealFile,
  placeHooks,
  placeSkills,
  removeInHome,
  writeInHome,
} from "../home-folder.ts";
import type { Equipment, Workspace } from "../runtime.ts";
import { privateEnvironment } from "./environment.ts";
import { hookSettings } from "./hooks.ts";
import { layoutOf } from "./layout.ts";
import { mcpConfig } from "./mcp-config.ts";
import { providerSettings } from "./provider-settings.ts";
import { placeRepositoryInstructions } from "./repository-instructions.ts";

/** Writes equipment and configuration into the session's home, and takes away what an earlier call wrote. */
export async function equip(workspace: Workspace, equipment: Equipment): Promise<void> {
  const { home } = workspace;
  const files = layoutOf(home);
  const writeJson = (path: string, content: object): Promise<void> =>
    writeInHome(home, path, JSON.stringify(content, null, 2));
  await placeRepositoryInstructions(workspace);
  await removeFormerSkills(home);
  await placeSkills({ home, folder: files.skills }, equipment.skills);
  const folderOf = await placeHooks({ home, folder: files.hooks }, equipment.hooks);
  const placed = equipment.hooks.map((hook) => ({ hook, folder: folderOf(hook.id) }));
  await writeJson(files.settings, {
    ...hookSettings(placed),
    ...providerSettings(privateEnvironment(workspace)),
  });
  // The CLI reads it as the person's settings, and an earlier turn's agent may have written hooks to it.
  await writeJson(files.userSettings, {});
  await writeJson(files.mcpConfig, mcpConfig(equipment.mcpServers));
  // A fresh home would show welcome screens in a terminal.
  if (!(await isRealFile(files.state))) await writeJson(files.state, { hasCompletedOnboarding: true });
}

const formerManifest = z.object({ skills: z.array(z.string()) });

/** Earlier versions listed the skills they placed, which have no mark. The agent can write the list: it can only name its own. */
async function removeFormerSkills(home: string): Promise<void> {
  const { manifest, skills } = layoutOf(home);
  const bytes = await readWithin(home, relative(home, manifest), formerManifestBytes);
  if (bytes === null) return;
  for (const name of namesIn(Buffer.from(bytes).toString("utf8")))
    await removeInHome(home, join(skills, folderName(name)));
  await removeInHome(home, manifest);
}

const formerManifestBytes = 64 * 1024;

function namesIn(text: string): string[] {
  try {
    return formerManifest.parse(JSON.parse(text)).skills;
  } catch {
    return [];
  }
}
