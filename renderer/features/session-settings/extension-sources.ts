import type { PickName } from "../../../server/domains/agents/catalog/model.ts";
import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";

type SessionExtensions = Pick<
  Session,
  | "mcp_servers"
  | "all_mcp_servers"
  | "injected_mcp_servers"
  | "catalog_skills"
  | "catalog_hooks"
  | "catalog_plugins"
>;

const chosenIn = {
  mcpServers: "mcp_servers",
  skills: "catalog_skills",
  hooks: "catalog_hooks",
  plugins: "catalog_plugins",
} as const satisfies Record<PickName, keyof SessionExtensions>;

export const chosenOf = (session: SessionExtensions, pick: PickName): string[] => session[chosenIn[pick]];

export interface InheritedExtension {
  name: string;
  /** Where it comes from, as it was not chosen. */
  from: string;
}

/** What the session has of a kind without anybody having chosen it. */
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

type Bringable = Exclude<PickName, "plugins">;
const broughtIn = { mcpServers: "mcp_servers", skills: "skills", hooks: "hooks" } as const;

const pluginsOf = (session: SessionExtensions, configs: Configs) =>
  configs.plugins.filter(({ name }) => session.catalog_plugins.includes(name));

const allOf = (session: SessionExtensions, configs: Configs, pick: Bringable): string[] =>
  pick === "mcpServers"
    ? session.all_mcp_servers
    : [...new Set(pluginsOf(session, configs).flatMap((plugin) => plugin[broughtIn[pick]]))];

function originOf(
  session: SessionExtensions,
  configs: Configs,
  of: { pick: Bringable; name: string },
): string {
  if (of.pick === "mcpServers" && session.injected_mcp_servers.includes(of.name)) return "added by Signalbox";
  const plugin = pluginsOf(session, configs).find((one) => one[broughtIn[of.pick]].includes(of.name));
  return plugin ? `from ${plugin.title}` : "from a plugin";
}

/** A sentence for each MCP server the session has that cannot start now. */
export function unavailableServers(session: SessionExtensions, configs: Configs): string[] {
  return configs.mcp_servers
    .filter((server) => server.unavailable && session.all_mcp_servers.includes(server.name))
    .map(({ title, unavailable_reason: why }) => `${title}: ${why ?? "it is not available."}`);
}
