/** The words of the page of trusted repositories. */
export const text = {
  title: "Trust",
  description:
    "A trusted repository’s hooks, MCP servers, extensions and environment take effect in its sessions. Without trust, agents read its instructions only. No setting of a repository changes where your provider’s requests go.",
  loading: "the repositories",
  list: "Repositories",
  empty: "No repository is trusted",
  emptyHint: "Start a session in a repository, then trust it in the form or on the session’s page.",
  byPerson: (name: string) => `Trusted by ${name}`,
  byCatalog: "Trusted by the catalog, as an agent root",
  revokedBy: (name: string) => `Trust revoked by ${name}`,
  untrusted: "Not trusted",
  revoke: "Revoke",
  revokeNamed: (address: string) => `Revoke the trust in ${address}`,
  revokeQuestion: (address: string) => `Revoke the trust in ${address}?`,
  revokeEffect: "Its own settings are left out again, from the next turn of its sessions.",
};
