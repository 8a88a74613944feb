import { isServerName, serverNameRule } from "../../../../server/domains/agents/mcp-apps/model.ts";

/** The servers of the catalog that can be allowed and are not yet. */
export const suggestedServers = (
  servers: readonly { name: string }[],
  allowed: readonly string[],
): string[] =>
  servers
    .map(({ name }) => name)
    .filter((name) => isServerName(name) && !allowed.includes(name))
    .sort();

/** What is wrong with a name, as a sentence; null if nothing is. */
export const problemOf = (name: string): string | null => (isServerName(name) ? null : serverNameRule);
