import { z } from "zod";
import type { McpCaller } from "../../../mcp/caller.ts";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import type { Resource } from "../../../mcp/server.ts";
import { defineTool, type Tool } from "../../../mcp/tool.ts";
import { type Configs, configOperations } from "./model.ts";

const usage =
  "Names are given as they stand here; a goal is given by its id or in words. A list left out of start_session takes the " +
  "root's own.";

/** What the caller may make a session of: all of it, or the roots that it is held to. */
async function readConfigs({ call, roots }: McpCaller): Promise<Configs> {
  const configs = await call(configOperations.getConfigs, {});
  if (roots === null) return configs;
  return { ...configs, agent_roots: configs.agent_roots.filter(({ name }) => roots.includes(name)) };
}

export const getConfigs = (deps: { reloadCatalog(): Promise<unknown> }): Tool =>
  defineTool({
    name: "get_configs",
    description:
      "What a session can be made of: agent roots, MCP servers, skills, hooks, plugins, models and goals.",
    effect: "read",
    input: z.object({
      force_refresh: z.boolean().default(false).describe("Reads the catalog's files again first"),
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
    page(heading(3, "Usage Notes"), usage),
  );
}

const serverLine = ({
  name,
  description,
  unavailable_reason: why,
}: Configs["mcp_servers"][number]): Named => ({
  name,
  description: why === null ? description : `unavailable: ${why}`,
});

const list = (title: string, items: readonly Named[]): string =>
  page(
    heading(3, title),
    items.length === 0 ? "None." : factList(items.map(({ name, description }) => [name, description ?? "–"])),
  );

/** The same by address, for clients that read instead of call. */
export const configResources: readonly Resource[] = [
  {
    uri: "signalbox://config",
    name: "config",
    description: "All that a session can be made of",
    read: async (caller) => ({ _usage: usage, ...(await readConfigs(caller)) }),
  },
  {
    uri: "signalbox://configs/mcp-servers",
    name: "mcp-servers",
    description: "MCP servers of the catalog",
    read: async (caller) => ({ _usage: usage, mcp_servers: (await readConfigs(caller)).mcp_servers }),
  },
  {
    uri: "signalbox://configs/agent-roots",
    name: "agent-roots",
    description: "Agent roots: repositories with their equipment",
    read: async (caller) => ({ _usage: usage, agent_roots: (await readConfigs(caller)).agent_roots }),
  },
  {
    uri: "signalbox://configs/goals",
    name: "goals",
    description: "Goals with what is checked of them",
    read: async (caller) => ({ _usage: usage, goals: (await readConfigs(caller)).goals }),
  },
];
