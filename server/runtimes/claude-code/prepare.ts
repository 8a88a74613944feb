import { copyFile, cp, mkdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { exists } from "../../lib/exists.ts";
import { writePrivateFile } from "../private-file.ts";
import type { Equipment, HookSource, SkillSource, Workspace } from "../runtime.ts";
import { privateEnvironment } from "./environment.ts";
import { hookSettings, type PlacedHook } from "./hooks.ts";
import { layoutOf } from "./layout.ts";
import { mcpConfig } from "./mcp-config.ts";
import { providerSettings } from "./provider-settings.ts";
import { placeRepositoryInstructions } from "./repository-instructions.ts";

/** The folders an earlier call wrote; without a readable one nothing is removed. */
const manifest = z.object({ skills: z.array(z.string()), hooks: z.array(z.string()) });
const nothing: z.infer<typeof manifest> = { skills: [], hooks: [] };

/** Writes equipment and configuration into the session's home, and takes away what an earlier call wrote. */
export async function equip(workspace: Workspace, equipment: Equipment): Promise<void> {
  const files = layoutOf(workspace.home);
  await placeRepositoryInstructions(workspace);
  const earlier = await readManifest(files.manifest);
  await removeFolders(files.skills, earlier.skills);
  await removeFolders(files.hooks, earlier.hooks);

  const skills = await copyAll(equipment.skills, (skill) => copySkill(skill, files.skills));
  const hooks = await copyAll(equipment.hooks, (hook) => copyHook(hook, files.hooks));
  await writeJson(files.manifest, { skills: skills.map(folderName), hooks: hooks.map(folderName) });

  const placed: PlacedHook[] = equipment.hooks.map((hook) => ({
    hook,
    folder: join(files.hooks, folderName(hook)),
  }));
  await writeJson(files.settings, {
    ...hookSettings(placed),
    ...providerSettings(privateEnvironment(workspace)),
  });
  // The CLI reads it as the person's settings, and an earlier turn's agent may have written hooks to it.
  await writeJson(files.userSettings, {});
  await writeJson(files.mcpConfig, mcpConfig(equipment.mcpServers));
  await markOnboarded(files.state);
}

/** Ids come from catalogs; for any id, the folder stays inside its parent. */
function folderName({ id }: { id: string }): string {
  return id.replace(/[^\w-]/g, "-");
}

/** Those that were copied: a folder the agent made under the same name wins. */
async function copyAll<Item>(
  items: readonly Item[],
  copy: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const copied: Item[] = [];
  for (const item of items) {
    if (await copy(item)) copied.push(item);
  }
  return copied;
}

async function copySkill(skill: SkillSource, parent: string): Promise<boolean> {
  const target = join(parent, folderName(skill));
  if (!(await copyFolder(skill.path, target))) return false;
  const references = join(target, "references");
  if (skill.references.length > 0) await mkdir(references, { recursive: true });
  await Promise.all(skill.references.map((file) => copyFile(file, join(references, basename(file)))));
  return true;
}

async function copyHook(hook: HookSource, parent: string): Promise<boolean> {
  return copyFolder(hook.path, join(parent, folderName(hook)));
}

async function copyFolder(from: string, to: string): Promise<boolean> {
  if (await exists(to)) return false;
  await cp(from, to, { recursive: true, dereference: true });
  return true;
}

async function removeFolders(parent: string, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((id) => rm(join(parent, folderName({ id })), { recursive: true, force: true })),
  );
}

async function readManifest(path: string): Promise<z.infer<typeof manifest>> {
  const parsed = manifest.safeParse(await readJson(path));
  return parsed.success ? parsed.data : nothing;
}

/** A fresh home would show welcome screens in a terminal. */
async function markOnboarded(path: string): Promise<void> {
  if (await exists(path)) return;
  await writeJson(path, { hasCompletedOnboarding: true });
}

async function writeJson(path: string, content: object): Promise<void> {
  await writePrivateFile(path, JSON.stringify(content, null, 2));
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return null;
  }
}
