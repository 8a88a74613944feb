import { unavailability } from "./equipment.ts";
import type {
  AgentRootView,
  CatalogEntries,
  Entry,
  EntryIndex,
  HookView,
  McpServerView,
  PluginDefinition,
  PluginView,
  RootDefinition,
  ServerDefinition,
  SkillDefinition,
  SkillView,
} from "./model.ts";
import { servedNames } from "./selection.ts";
import { text } from "./text.ts";
import type { Environment } from "./variables.ts";

export interface CatalogViews {
  mcp_servers: McpServerView[];
  agent_roots: AgentRootView[];
  skills: SkillView[];
  hooks: HookView[];
  plugins: PluginView[];
}

/** The catalog in the shape that GET /configs and the catalog operations return. */
export function viewsOf(catalog: CatalogEntries, environment: Environment): CatalogViews {
  const scoped = { composed: catalog.composed };
  return {
    mcp_servers: mapEntries(catalog.mcpServers, (entry) => mcpServer(entry, { ...scoped, environment })),
    agent_roots: mapEntries(catalog.roots, (entry) => agentRoot(entry, catalog)),
    skills: mapEntries(catalog.skills, (entry) => skill(entry, scoped)),
    hooks: mapEntries(catalog.hooks, (entry) => skill(entry, scoped)),
    plugins: mapEntries(catalog.plugins, (entry) => plugin(entry, catalog)),
  };
}

function mapEntries<T, V>(index: EntryIndex<T>, view: (entry: Entry<T>) => V): V[] {
  return [...index.byQualified.values()].map(view);
}

function mcpServer(
  { name, scope, definition }: Entry<ServerDefinition>,
  { composed, environment }: { composed: boolean; environment: Environment },
): McpServerView {
  const why = unavailability(definition, environment);
  return {
    name,
    title: definition.title ?? name,
    scope: composed ? scope : null,
    description: definition.description,
    unavailable: why !== null,
    unavailable_reason: why && text.unavailable(why),
    startup_timeout_sec: definition.startupTimeoutSec,
  };
}

function agentRoot(
  { name, qualified, definition }: Entry<RootDefinition>,
  catalog: CatalogEntries,
): AgentRootView {
  const servers = servedNames(catalog, "mcpServers", definition.picks.mcpServers);
  const skills = servedNames(catalog, "skills", definition.picks.skills);
  const hooks = servedNames(catalog, "hooks", definition.picks.hooks);
  const plugins = servedNames(catalog, "plugins", definition.picks.plugins);
  return {
    name,
    qualified_name: catalog.composed ? qualified : null,
    display_name: definition.displayName ?? name,
    description: definition.description,
    url: definition.gitRoot,
    default_branch: definition.branch ?? "main",
    subdirectory: definition.subdirectory,
    custom: false,
    default: definition.isDefault,
    user_invocable: definition.userInvocable,
    default_goal: definition.goal,
    default_model: definition.model,
    default_runtime: definition.runtime,
    default_mcp_servers: servers,
    default_skills: skills,
    default_hooks: hooks,
    default_plugins: plugins,
    default_subagent_roots: definition.subagentRoots.map(
      (root) => catalog.roots.byQualified.get(root)?.name ?? root,
    ),
    git_root: definition.gitRoot,
    branch: definition.branch ?? "main",
    goal: definition.goal,
    model: definition.model,
    mcp_servers: servers,
    catalog_skills: skills,
    catalog_hooks: hooks,
    catalog_plugins: plugins,
  };
}

function skill(
  { id, name, qualified, definition }: Entry<SkillDefinition>,
  { composed }: { composed: boolean },
): SkillView {
  return {
    id,
    name,
    qualified_name: composed ? qualified : null,
    title: definition.title ?? id,
    description: definition.description,
  };
}

function plugin(
  { id, name, qualified, definition }: Entry<PluginDefinition>,
  catalog: CatalogEntries,
): PluginView {
  return {
    id,
    name,
    qualified_name: catalog.composed ? qualified : null,
    title: definition.title ?? id,
    description: definition.description,
    version: definition.version,
    skills: servedNames(catalog, "skills", definition.picks.skills),
    mcp_servers: servedNames(catalog, "mcpServers", definition.picks.mcpServers),
    hooks: servedNames(catalog, "hooks", definition.picks.hooks),
    keywords: [...definition.keywords],
  };
}
