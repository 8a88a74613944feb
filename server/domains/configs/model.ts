import { z } from "zod";
import { operation } from "../../http/model.ts";
import { agentRootView, hookView, mcpServerView, pluginView, skillView } from "../catalog/model.ts";
import { goalView } from "../goals/model.ts";

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
    hooks: z.array(hookView),
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
    response: z.object({ hooks: z.array(hookView) }),
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
