import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { type McpAppChanges, type McpApps, mcpApps, showsAppsOf } from "./model.ts";
import { mcpAppsSettingKey } from "./restore-part.ts";

const setting: AppSetting<McpApps> = { key: mcpAppsSettingKey, schema: mcpApps };
const off: McpApps = { enabled: false, allowed_servers: [] };

export interface McpAppService {
  current(): McpApps;
  /** Whether apps in the results of a tool may be shown. */
  shows(tool: string): boolean;
  wouldChange(changes: McpAppChanges | null): boolean;
  /** Null clears, as a whole or one of the two. */
  change(changes: McpAppChanges | null, by: Actor): void;
}

/** Which MCP servers may show apps in transcripts; none until a person allows them. */
export function mcpAppService({ settings, log }: { settings: AppSettings; log: Logger }): McpAppService {
  const current = (): McpApps => settings.read(setting) ?? off;
  const changed = (changes: McpAppChanges | null): McpApps => {
    const before = current();
    const { enabled, allowed_servers } = changes ?? { enabled: null, allowed_servers: null };
    const servers = allowed_servers === undefined ? before.allowed_servers : (allowed_servers ?? []);
    return {
      enabled: enabled === undefined ? before.enabled : (enabled ?? false),
      allowed_servers: [...new Set(servers)].sort(),
    };
  };

  return {
    current,
    shows: (tool) => showsAppsOf(current(), tool),
    wouldChange: (changes) => said(changed(changes)) !== said(current()),
    change(changes, by) {
      const before = current();
      const after = changed(changes);
      settings.write(setting, after);
      if (said(before) !== said(after))
        log.info(`[AppSettings] ${actorName(by)} changed mcp_apps: ${said(before)} -> ${said(after)}`);
    },
  };
}

const said = ({ enabled, allowed_servers }: McpApps): string =>
  `${enabled ? "on" : "off"} (${allowed_servers.join(", ") || "no server"})`;
