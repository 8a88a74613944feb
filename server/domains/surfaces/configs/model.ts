import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { agentRootView, mcpServerView, pluginView, skillView } from "../../agents/catalog/model.ts";
import { cliListing } from "../../agents/models/model.ts";
import { goalView } from "../../sessions/goals/model.ts";

export const runtimeModel = z.object({
  id: z.string(),
  label: z.string(),
  default: z.boolean(),
  requires_oauth: z.boolean(),
  effort_levels: z.array(z.string()),
  default_effort: z.string().nullable(),
  source: z.enum(["built_in", "added"]),
  /** Only of an added model. */
  ...cliListing.partial().shape,
});

export const configs = z
  .object({
    mcp_servers: z.array(mcpServerView),
    agent_roots: z.array(agentRootView),
    skills: z.array(skillView),
    hooks: z.array(skillView),
    plugins: z.array(pluginView),
    /** The runtime if neither the request nor the agent root names one. */
    default_runtime: z.string(),
    runtime_models: z.record(
      z.string(),
      z.object({ label: z.string(), default: z.string(), models: z.array(runtimeModel) }),
    ),
    goals: z.array(goalView),
    /** Sentences on what is wrong with the catalog as last read. While there are any, the one before it stays in use. */
    catalog_problems: z.array(z.string()),
  })
  .meta({ id: "Configs" });
export type Configs = z.infer<typeof configs>;

const catalogFinding = z.object({
  /** While there is a problem, the catalog as read before stays in use. */
  severity: z.enum(["problem", "warning"]),
  file: z.string().nullable(),
  /** From 1; null if it is not about a line. */
  line: z.number().int().nullable(),
  text: z.string(),
});
export type CatalogFinding = z.infer<typeof catalogFinding>;

export const catalogReport = z
  .object({
    /** The air.json; null if SERVICE_CATALOG is not set. */
    path: z.string().nullable(),
    loaded_at: z.string().nullable(),
    findings: z.array(catalogFinding),
    /** Of the catalog in use. */
    counts: z.object({
      agent_roots: z.number().int(),
      mcp_servers: z.number().int(),
      skills: z.number().int(),
      hooks: z.number().int(),
      plugins: z.number().int(),
    }),
  })
  .meta({ id: "CatalogReport" });
export type CatalogReport = z.infer<typeof catalogReport>;

const read = { method: "get", callers: ["api", "native"] } as const;

export const configOperations = {
  getConfigs: operation({
    id: "getConfigs",
    method: "get",
    path: "/configs",
    source: "E155",
    summary: "List what a new session can use: agent roots, servers, models and goals",
    callers: ["api", "native"],
    response: configs,
  }),
  getCatalogReport: operation({
    id: "getCatalogReport",
    method: "get",
    path: "/catalog",
    summary: "Get where the catalog is, what it contains, and its problems by file and line",
    callers: ["board"],
    response: catalogReport,
  }),
  reloadCatalog: operation({
    id: "reloadCatalog",
    method: "post",
    path: "/catalog/reload",
    summary: "Read the catalog's files again, and return what was found",
    callers: ["board"],
    response: catalogReport,
  }),
  createCatalog: operation({
    id: "createCatalog",
    method: "post",
    path: "/catalog",
    summary:
      "Create a catalog in the data folder, with an agent root for each trusted repository of sessions",
    callers: ["board"],
    status: 201,
    response: catalogReport,
    errors: [409],
  }),
  listMcpServers: operation({
    ...read,
    id: "listMcpServers",
    path: "/mcp_servers",
    source: "E156",
    summary: "List the catalog's MCP servers; those that cannot start are flagged with the reason",
    response: z.object({ mcp_servers: z.array(mcpServerView) }),
  }),
  listSkills: operation({
    ...read,
    id: "listSkills",
    path: "/skills",
    source: "E157",
    summary: "List the catalog's skills",
    response: z.object({ skills: z.array(skillView) }),
  }),
  listHooks: operation({
    ...read,
    id: "listHooks",
    path: "/hooks",
    source: "E158",
    summary: "List the catalog's hooks",
    response: z.object({ hooks: z.array(skillView) }),
  }),
  listPlugins: operation({
    ...read,
    id: "listPlugins",
    path: "/plugins",
    source: "E159",
    summary: "List the catalog's plugins, with everything each one brings",
    response: z.object({ plugins: z.array(pluginView) }),
  }),
  listSecretKeys: operation({
    id: "listSecretKeys",
    method: "get",
    base: "root",
    path: "/api/secrets/keys",
    source: "E161",
    summary: "List the names of the variables the catalog uses, never their values",
    callers: ["api"],
    response: z.object({ secrets: z.array(z.object({ name: z.string(), description: z.string() })) }),
  }),
} as const;
