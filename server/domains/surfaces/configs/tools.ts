import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, oneLine, page } from "../../../mcp/markdown.ts";
import type { Resource } from "../../../mcp/server.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { type Configs, configOperations } from "./model.ts";
import { text } from "./text.ts";

/** What the caller may use in a session; limited to its allowed agent roots, if it has such a limit. */
async function readConfigs({ call, roots }: McpCaller): Promise<Configs> {
  const configs = await call(configOperations.getConfigs, {});
  if (roots === null) return configs;
  return { ...configs, agent_roots: configs.agent_roots.filter(({ name }) => roots.includes(name)) };
}

export const getConfigs = (deps: { reloadCatalog(): Promise<unknown> }): Tool<"get_configs"> =>
  defineTool({
    name: "get_configs",
    description: text.getConfigs,
    effect: "read",
    input: z.object({
      force_refresh: z.boolean().default(false).describe(text.forceRefresh),
    }),
    async run({ force_refresh }, caller) {
      if (force_refresh) await deps.reloadCatalog();
      const configs = await readConfigs(caller);
      return { text: configPage(configs), facts: configs };
    },
  });

interface Named {
  name: string;
  description?: string | null;
}

function configPage(configs: Configs): string {
  const { mcp_servers, agent_roots, skills, hooks, plugins, goals } = configs;
  const models = Object.entries(configs.runtime_models).map(([name, { models: known }]) => ({
    name,
    description: known.map((model) => (model.default ? `${model.id} (default)` : model.id)).join(", "),
  }));
  return page(
    heading(2, "Configurations"),
    configs.catalog_problems.length === 0
      ? null
      : page(
          heading(3, text.problems),
          text.kept,
          configs.catalog_problems.map((why) => `- ${oneLine(why)}`).join("\n"),
        ),
    list("MCP Servers", mcp_servers.map(serverLine)),
    list("Agent Roots", agent_roots),
    list("Skills", skills),
    list("Hooks", hooks),
    list("Plugins", plugins),
    list("Models", models),
    list(
      "Goals",
      goals.map(({ id, description }) => ({ name: id, description })),
    ),
    page(heading(3, "Usage Notes"), text.usage),
  );
}

const serverLine = ({
  name,
  description,
  unavailable_reason: why,
}: Configs["mcp_servers"][number]): Named => ({
  name,
  description: why === null ? description : text.unavailable(why),
});

const list = (title: string, items: readonly Named[]): string =>
  page(
    heading(3, title),
    items.length === 0
      ? text.none
      : factList(items.map(({ name, description }) => [name, description ?? "–"])),
  );

/** The same as resources, for clients that read instead of calling tools. */
export const configResources: readonly Resource[] = [
  {
    uri: "signalbox://config",
    name: "config",
    description: text.resources.config,
    read: async (caller) => ({ _usage: text.usage, ...(await readConfigs(caller)) }),
  },
  {
    uri: "signalbox://configs/mcp-servers",
    name: "mcp-servers",
    description: text.resources.mcpServers,
    read: async (caller) => ({ _usage: text.usage, mcp_servers: (await readConfigs(caller)).mcp_servers }),
  },
  {
    uri: "signalbox://configs/agent-roots",
    name: "agent-roots",
    description: text.resources.agentRoots,
    read: async (caller) => ({ _usage: text.usage, agent_roots: (await readConfigs(caller)).agent_roots }),
  },
  {
    uri: "signalbox://configs/goals",
    name: "goals",
    description: text.resources.goals,
    read: async (caller) => ({ _usage: text.usage, goals: (await readConfigs(caller)).goals }),
  },
];
