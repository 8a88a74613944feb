/** The words of the page about MCP Apps. */
export const text = {
  loading: "the settings of MCP Apps",
  failed: "Could not change the setting",
  apps: {
    title: "Apps in transcripts",
    description:
      "An app is a small page that an MCP server sends with the result of a tool. It is shown below the call.",
    label: "Show apps of allowed servers",
    allowsTitle: "What this allows",
    allows: [
      "An app runs its own scripts, in a frame that belongs to no site. It cannot read this board, your cookies or anything that the browser has stored.",
      "It cannot load anything, call this service or a tool, open windows or leave its frame.",
      "Browsers leave one way to the network open, WebRTC: an app can tell its own server that you opened it, and what you do in it.",
      "It can show anything within its frame, even something that looks like this board. Never type a password or a key there.",
      "An agent writes its own transcript, so a page that it made up can appear as an app of an allowed server.",
      "Apps of all other servers stay off: you see their text and a link to this page.",
    ],
  },
  servers: {
    title: "Allowed servers",
    description: "By the name in their tools: the server of mcp__charts__draw is charts.",
    list: "Allowed servers",
    none: "No server is allowed yet.",
    offNote: "Apps are off, so none of these is shown.",
    label: "Server",
    hint: "Servers of your catalog are suggested.",
    add: "Allow",
    remove: (name: string): string => `Stop showing apps of ${name}`,
    added: (name: string): string => `Apps of ${name} are allowed`,
    removed: (name: string): string => `Apps of ${name} are no longer shown`,
  },
};
