import type { OauthGrant, Privilege } from "../../../../server/domains/access/oauth/model.ts";
import { text } from "./text.ts";

export const privilegeOptions: readonly { value: Privilege; label: string }[] = [
  { value: "relay_only", label: text.privileges.relay },
  { value: "act_as_human", label: text.privileges.act },
];

/** The name that a person gave it, or else its own. */
export const titleOf = ({ client_label, client_name }: OauthGrant): string => client_label ?? client_name;

/** How far the name of the program can be trusted. */
export function provenanceOf({ first_party, publisher_host }: OauthGrant): string {
  if (first_party) return text.provenance.firstParty;
  return publisher_host === null ? text.provenance.unverified : text.provenance.published(publisher_host);
}

/** What acting as a person allows. Only Signalbox's own app can reach more than /mcp. */
export function actingText({ first_party }: OauthGrant): string {
  const only = first_party ? text.acting.firstPartyRights : text.acting.rights;
  return text.acting.effect(only);
}

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The ways to connect a program to the service at `origin`, each ready to copy. */
export function waysToConnect(
  origin: string,
  { email, commandLine }: { email: string; commandLine: string | null },
): { title: string; label: string; text: string }[] {
  const url = `${origin}/mcp`;
  return [
    {
      title: text.guide.claudeCode,
      label: text.guide.claudeCodeCopy,
      text: `claude mcp add --transport http signalbox ${url}`,
    },
    {
      title: text.guide.mcp,
      label: text.guide.mcpCopy,
      text: JSON.stringify({ mcpServers: { signalbox: { type: "http", url } } }, null, 2),
    },
    commandLine === null
      ? {
          title: text.guide.keyScript,
          label: text.guide.keyScriptCopy,
          text: `curl -H 'X-API-Key: ${text.guide.yourKey}' ${origin}/api/v1/sessions`,
        }
      : {
          title: text.guide.script,
          label: text.guide.scriptCopy,
          text: `${commandLine} grant --email ${shellWord(email)} --privilege relay_only`,
        },
  ];
}
