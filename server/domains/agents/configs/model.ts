import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { goalView } from "../../sessions/goals/model.ts";
import { agentRootView, mcpServerView, pluginView, skillView } from "../catalog/model.ts";

export const runtimeModel = z.object({
  id: z.string(),
  label: z.string(),
  default: z.boolean(),
  requires_oauth: z.boolean(),
  effort_levels: z.array(z.string()),
  default_effort: z.string().nullable(),
  source: z.enum(["built_in", "added"]),
});

export const configs = z
  .object({
    mcp_servers: z.array(mcpServerView),
    agent_roots: z.array(agentRootView),
    skills: z.array(skillView),
    hooks: z.array(skillView),
    plugins: z.array(pluginView),
    /** What a session runs on when neither the request nor its root says. */
    default_runtime: z.string(),
    runtime_models: z.record(
      z.string(),
      z.object({ label: z.string(), default: z.string(), models: z.array(runtimeModel) }),
    ),
    goals: z.array(goalView),
    /** Sentences on what is wrong with the catalog's newest reading; empty when it is sound. */
    catalog_problems: z.array(z.string()),
  })
  .meta({ id: "Configs" });
export type Configs = z.infer<typeof configs>;

const catalogFinding = z.object({
  /** A problem keeps the whole newest reading out of use; a warning does not. */
  severity: z.enum(["problem", "warning"]),
  file: z.string().nullable(),
  /** From 1; null where no line stands for it. */
  line: z.number().int().nullable(),
  text: z.string(),
});
export type CatalogFinding = z.infer<typeof catalogFinding>;

export const catalogReport = z
  .object({
    /** The air.json; null where SERVICE_CATALOG names none. */
    path: z.string().nullable(),
    loaded_at: z.string().nullable(),
    findings: z.array(catalogFinding),
    /** Of what is in use. */
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

const addedModel = runtimeModel.extend({ agent_runtime: z.string() });

const read = { method: "get", callers: ["api", "native"] } as const;

export const configOperations = {
  getConfigs: operation({
    id: "getConfigs",
    method: "get",
    path: "/configs",
    source: "E155",
    summary: "What a new session can be made of: roots, servers, models and goals",
    callers: ["api", "native"],
    response: configs,
  }),
  getCatalogReport: operation({
    id: "getCatalogReport",
    method: "get",
    path: "/catalog",
    summary: "Where the catalog is, what it holds, and what is wrong with it by file and line",
    callers: ["board"],
    response: catalogReport,
  }),
  reloadCatalog: operation({
    id: "reloadCatalog",
    method: "post",
    path: "/catalog/reload",
    summary: "Read the catalog anew, and say what was found",
    callers: ["board"],
    response: catalogReport,
  }),
  listMcpServers: operation({
    ...read,
    id: "listMcpServers",
    path: "/mcp_servers",
    source: "E156",
    summary: "The catalog's MCP servers; one that cannot start is flagged with the reason",
    response: z.object({ mcp_servers: z.array(mcpServerView) }),
  }),
  listSkills: operation({
    ...read,
    id: "listSkills",
    path: "/skills",
    source: "E157",
    summary: "The catalog's skills",
    response: z.object({ skills: z.array(skillView) }),
  }),
  listHooks: operation({
    ...read,
    id: "listHooks",
    path: "/hooks",
    source: "E158",
    summary: "The catalog's hooks",
    response: z.object({ hooks: z.array(skillView) }),
  }),
  listPlugins: operation({
    ...read,
    id: "listPlugins",
    path: "/plugins",
    source: "E159",
    summary: "The catalog's plugins with what each brings in the end",
    response: z.object({ plugins: z.array(pluginView) }),
  }),
  listModelCatalogEntries: operation({
    ...read,
    id: "listModelCatalogEntries",
    path: "/model_catalog_entries",
    source: "E160",
    summary: "Models that were added to the built-in ones",
    response: z.object({ model_catalog_entries: z.array(addedModel) }),
  }),
  listSecretKeys: operation({
    id: "listSecretKeys",
    method: "get",
    base: "root",
    path: "/api/secrets/keys",
    source: "E161",
    summary: "Names of the variables the catalog asks for, never their values",
    callers: ["api"],
    response: z.object({ secrets: z.array(z.object({ name: z.string(), description: z.string() })) }),
  }),
} as const;
