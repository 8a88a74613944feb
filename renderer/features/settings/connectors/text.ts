/** The words of the connectors page. */
export const text = {
  connector: {
    issuer: (host: string) => `Through ${host}`,
    scope: (scope: string) => `May: ${scope}`,
    since: "Since",
    signIn: "Sign in",
    signInAgain: "Sign in again",
    lastError: (error: string) => `Last error: ${error}`,
    unavailable: (reason: string) => `Unavailable: ${reason}`,
    signInTo: (action: string, server: string) => `${action} to ${server}`,
  },
  signOut: {
    named: (server: string) => `Sign out of ${server}`,
    button: "Sign out",
    title: (server: string) => `Sign out of ${server}?`,
    effect:
      "Its tokens are deleted here, and revoked if the server supports it. Sessions that use this server will wait until you sign in again.",
  },
  page: {
    signedIn: (server: string) => `Signed in to ${server}`,
    signInFailed: "Could not start the sign-in",
    label: "Connectors",
    title: "MCP servers",
    description:
      "Agents use these servers on your behalf. A session waits until you are signed in to all of its servers.",
    loading: "the connectors",
    empty: "No connectors yet",
    emptyHint: "MCP servers with an oauth block in the catalog appear here.",
  },
  state: {
    never: "Not signed in",
    connected: "Signed in",
    reconnect: "Sign in again",
  },
  expiry: {
    renews: "Renews automatically",
    openEnded: "Valid until the server ends it",
    ends: (time: string) => `Expires ${time}`,
    ended: "Expired",
  },
  waiting: (count: number): string =>
    count === 1 ? "1 session is waiting for it:" : `${count} sessions are waiting for it:`,
};
