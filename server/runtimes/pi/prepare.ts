import { cp, mkdir, rm } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { writePrivateFile } from "../private-file.ts";
import type { Equipment, HookSource, SkillSource, Workspace } from "../runtime.ts";
import { homePaths } from "./environment.ts";
import type { EquipmentFile, HookEntry } from "./extensions/equipment.ts";

const hookTimeoutSeconds = 60;

/** The service has its own, longer ladder of retries; pi only rides out a hiccup (1 s, 2 s). */
export const settings = {
  quietStartup: true,
  collapseChangelog: true,
  defaultProjectTrust: "never",
  enableInstallTelemetry: false,
  enableAnalytics: false,
  cacheWarming: "off",
  retry: { enabled: true, maxRetries: 2, baseDelayMs: 1_000 },
  compaction: { enabled: true },
};

/** Skills, hooks, MCP servers and settings of one session; what an earlier call wrote and is not wanted is gone. */
export async function prepareHome({ home }: Workspace, equipment: Equipment): Promise<void> {
  const paths = homePaths(home);
  await mkdir(paths.sessions, { recursive: true, mode: 0o700 });
  await rm(paths.skills, { recursive: true, force: true });
  await rm(paths.hooks, { recursive: true, force: true });
  for (const skill of equipment.skills) await copySkill(skill, paths.skills);
  const hooks: HookEntry[] = [];
  for (const hook of equipment.hooks) hooks.push(await copyHook(hook, paths.hooks));
  await writePrivately(paths.equipment, { mcpServers: equipment.mcpServers, hooks } satisfies EquipmentFile);
  await writePrivately(paths.settings, settings);
}

/** Whole or not at all, readable by the owner alone. Strings are written as they are, the rest as JSON. */
export async function writePrivately(path: string, content: object | string): Promise<void> {
  await writePrivateFile(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

async function copySkill({ id, path, references }: SkillSource, into: string): Promise<void> {
  const folder = join(into, folderName(id));
  await cp(path, folder, { recursive: true });
  if (references.length === 0) return;
  await mkdir(join(folder, "references"), { recursive: true });
  for (const reference of references) await cp(reference, join(folder, "references", basename(reference)));
}

async function copyHook(hook: HookSource, into: string): Promise<HookEntry> {
  const folder = join(into, folderName(hook.id));
  await cp(hook.path, folder, { recursive: true });
  return {
    id: hook.id,
    event: hook.event,
    command: hook.command.startsWith("./") ? resolve(folder, hook.command) : hook.command,
    args: hook.args,
    env: hook.env,
    timeoutMs: (hook.timeoutSeconds ?? hookTimeoutSeconds) * 1_000,
    matcher: hook.matcher ?? "",
  };
}

/** A qualified id (`@owner/repo/name`) holds slashes. */
function folderName(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9._-]/g, "-");
}
