/** The words of the connections page. */
export const text = {
  guide: {
    title: "Connect a program",
    description:
      "When a program signs in, your browser opens a page where you approve it and choose how it may act.",
    claudeCode: "Claude Code: run this, then choose signalbox under /mcp to sign in",
    claudeCodeCopy: "Copy command for Claude Code",
    mcp: "Another MCP client with OAuth sign-in",
    mcpCopy: "Copy configuration",
    script: "A script on the service's machine: create tokens directly",
    scriptCopy: "Copy grant command",
    keyScript: "A script: use a key that you create under Settings, API keys",
    keyScriptCopy: "Copy request with an API key",
    yourKey: "your-key",
  },
  connection: {
    approvedBy: (email: string) => `Approved by ${email}`,
    connected: "Connected",
    changed: "Changed",
    isThis: "This connection",
    privilegeOf: (name: string) => `How ${name} acts`,
    revokeNamed: (name: string) => `Revoke ${name}`,
    revoke: "Revoke",
    changeFailed: "Could not change the connection",
  },
  acting: {
    title: (name: string) => `Allow ${name} to act as you?`,
    confirm: "Allow acting as me",
    firstPartyRights: "answer agents' questions, approve a merge, and manage keys and connections",
    rights: "answer agents' questions",
    effect: (rights: string) =>
      `From its next request on, agents treat its messages as yours, and it can do what only a person can: ${rights}.`,
  },
  revocation: {
    title: (name: string) => `Revoke ${name}?`,
    effect: "Its next request is refused. To connect again, it needs your approval.",
  },
  page: {
    revoked: "Revoked connections",
    empty: "No connections yet",
    emptyHint: "Programs and phones that you approve appear here.",
    label: "Connections",
    title: "Connected",
    description:
      "A connection that acts as you writes in your name and can do what only a person can. One that only relays passes on messages from others.",
    loading: "the connections",
  },
  privileges: {
    relay: "Only relays",
    act: "Acts as you",
  },
  provenance: {
    firstParty: "Part of Signalbox",
    unverified: "Self-registered, name not verified",
    published: (host: string) => `Published by ${host}`,
  },
};
