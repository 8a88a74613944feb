/** The words of the tools and resources that list what a session can use. */
export const text = {
  usage:
    "Use names exactly as listed here. A goal is given by its id or in words. A list that start_session omits is the agent root's own.",
  getConfigs:
    "Lists what a session can use: agent roots, MCP servers, skills, hooks, plugins, models and goals.",
  forceRefresh: "Reads the catalog's files again first",
  unavailable: (reason: string) => `unavailable: ${reason}`,
  problems: "Problems of the Catalog",
  kept: "The catalog as it was read before stays in use until these are fixed:",
  none: "None.",
  resources: {
    config: "Everything a session can use",
    mcpServers: "MCP servers of the catalog",
    agentRoots: "Agent roots: repositories with their defaults",
    goals: "Goals, with what is checked for each",
  },
};
