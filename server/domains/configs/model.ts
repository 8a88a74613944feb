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
} as const;
