export type {
  AgentRootView,
  Entry,
  HookView,
  McpServerView,
  PickName,
  Picks,
  PluginView,
  RootDefinition,
  SkillView,
} from "./model.ts";
export { agentRootView, hookView, mcpServerView, pickNames, pluginView, skillView } from "./model.ts";
export type { AskedPicks, Selection } from "./selection.ts";
export { type Catalog, type CatalogService, catalogService } from "./service.ts";
export type { CatalogViews } from "./views.ts";
