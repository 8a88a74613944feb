import type { OauthGrant, Privilege } from "../../../../server/domains/access/oauth/model.ts";

export const privilegeOptions: readonly { value: Privilege; label: string }[] = [
  { value: "relay_only", label: "Only relays" },
  { value: "act_as_human", label: "Acts as you" },
];

/** By the name that the person gave it, where there is one. */
export const titleOf = ({ client_label, client_name }: OauthGrant): string => client_label ?? client_name;

/** Who says that the program is what it calls itself. */
export function provenanceOf({ first_party, publisher_host }: OauthGrant): string {
  if (first_party) return "Part of Signalbox";
  return publisher_host === null ? "Self-registered, name not verified" : `Published by ${publisher_host}`;
}

/** What follows when it acts as the person. Only the service's own app reaches more than /mcp. */
export function actingText({ first_party }: OauthGrant): string {
  const only = first_party
    ? "answer agents' questions, approve a merge, manage keys and connections"
    : "answer agents' questions";
  return `From its next request on, agents treat its messages as yours, and it can do what only a person can: ${only}.`;
}

/** The ways to connect a program to the service at `origin`, each to be copied whole. */
export function waysToConnect(
  origin: string,
  email: string,
): { title: string; label: string; text: string }[] {
  const url = `${origin}/mcp`;
  return [
    {
      title: "Claude Code: run this, then choose signalbox under /mcp to sign in",
      label: "Copy command for Claude Code",
      text: `claude mcp add --transport http signalbox ${url}`,
    },
    {
      title: "Another MCP client with OAuth sign-in",
      label: "Copy configuration",
      text: JSON.stringify({ mcpServers: { signalbox: { type: "http", url } } }, null, 2),
    },
    {
      title: "A script on the service's machine: get tokens directly",
      label: "Copy grant command",
      text: `npm run --silent signalbox -- grant --email ${email} --privilege relay_only`,
    },
  ];
}
