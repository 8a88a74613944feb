import { dirname, resolve } from "node:path";
import { placeHooks, placeSkills, realFolderIn, removeInHome, writeInHome } from "../home-folder.ts";
import type { Equipment, HookSource, Workspace } from "../runtime.ts";
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
  await realFolderIn(home, paths.sessions);
  await removeInHome(home, paths.skills);
  await placeSkills({ home, folder: paths.skills }, equipment.skills);
  const folderOf = await placeHooks({ home, folder: paths.hooks }, equipment.hooks);
  const hooks = equipment.hooks.map((hook) => hookEntry(hook, folderOf(hook.id)));
  await writePrivately(paths.equipment, { mcpServers: equipment.mcpServers, hooks } satisfies EquipmentFile);
  await writePrivately(paths.settings, settings);
}

/** A file directly in pi's home, whole or not at all, readable by the owner alone. An object is written as JSON. */
export async function writePrivately(path: string, content: object | string): Promise<void> {
  await writeInHome(
    dirname(path),
    path,
    typeof content === "string" ? content : JSON.stringify(content, null, 2),
  );
}

function hookEntry(hook: HookSource, folder: string): HookEntry {
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
