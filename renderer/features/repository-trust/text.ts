/** The words of trusting a repository. */
export const text = {
  trust: "Trust repository",
  trustNamed: (address: string) => `Trust repository ${address}`,
  question: (address: string) => `Trust ${address}?`,
  effect:
    "Its hooks, MCP servers, extensions and environment then run on this machine with your agents, from the next turn, on every branch. Trust only repositories whose authors you would let run programs here.",
  trusted: (address: string) => `${address} is trusted from the next turn`,
  notice: {
    title: "This repository’s own settings are left out",
    about: "The agent reads its instructions. These files take effect once you trust the repository:",
  },
  form: {
    title: "This repository is not trusted",
    about:
      "The session starts without its hooks, MCP servers and other settings. The agent reads its instructions.",
  },
};
