import type { PickName } from "../../../server/domains/agents/catalog/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { text } from "./text.ts";

type SessionExtensions = Pick<
  Session,
  | "mcp_servers"
  | "all_mcp_servers"
  | "injected_mcp_servers"
  | "catalog_skills"
  | "catalog_hooks"
  | "catalog_plugins"
>;

const fields = {
  mcpServers: "mcp_servers",
  skills: "catalog_skills",
  hooks: "catalog_hooks",
  plugins: "catalog_plugins",
} as const satisfies Record<PickName, keyof SessionExtensions>;

export const chosenOf = (session: SessionExtensions, pick: PickName): string[] => session[fields[pick]];

export interface InheritedExtension {
  name: string;
  /** Where it comes from. */
  from: string;
}

/** The extensions of one kind that the session has without having chosen them. */
export function inheritedExtensions(
  session: SessionExtensions,
  configs: Configs,
  pick: PickName,
): InheritedExtension[] {
  if (pick === "plugins") return [];
  const chosen = new Set(chosenOf(session, pick));
  return allOf(session, configs, pick)
    .filter((name) => !chosen.has(name))
    .map((name) => ({ name, from: originOf(session, configs, { pick, name }) }));
}

type PluginPick = Exclude<PickName, "plugins">;
const pluginFields = { mcpServers: "mcp_servers", skills: "skills", hooks: "hooks" } as const;

const pluginsOf = (session: SessionExtensions, configs: Configs) =>
  configs.plugins.filter(({ name }) => session.catalog_plugins.includes(name));

const allOf = (session: SessionExtensions, configs: Configs, pick: PluginPick): string[] =>
  pick === "mcpServers"
    ? session.all_mcp_servers
    : [...new Set(pluginsOf(session, configs).flatMap((plugin) => plugin[pluginFields[pick]]))];

function originOf(
  session: SessionExtensions,
  configs: Configs,
  of: { pick: PluginPick; name: string },
): string {
  if (of.pick === "mcpServers" && session.injected_mcp_servers.includes(of.name))
    return text.extensionSources.signalbox;
  const plugin = pluginsOf(session, configs).find((candidate) =>
    candidate[pluginFields[of.pick]].includes(of.name),
  );
  return plugin ? text.extensionSources.plugin(plugin.title) : text.extensionSources.unknownPlugin;
}

/** A sentence for each MCP server of the session that cannot start now. */
export function unavailableServers(session: SessionExtensions, configs: Configs): string[] {
  return configs.mcp_servers
    .filter((server) => server.unavailable && session.all_mcp_servers.includes(server.name))
    .map(({ title, unavailable_reason: why }) => `${title}: ${why ?? text.extensionSources.unavailable}`);
}
