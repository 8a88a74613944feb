import type { ActFacts } from "./model.ts";

const privileges: Readonly<Record<string, string>> = {
  act_as_human: "that acts as you",
  relay_only: "that only relays",
};

const grants: Readonly<Record<string, string>> = {
  quick_router: ", for quick starts only",
};

/** Names of stored things; null if there is no such thing. */
export interface Names {
  apiKey(id: number): string | null;
  integration(id: number): string | null;
  connection(id: number): string | null;
  /** The address of the repository at a git URL. */
  repository(gitRoot: string): string;
}

const about = (name: string | null, say: (name: string) => string): string | null =>
  name === null ? null : say(name);

/** What will happen, without a final period. Null if the request is about nothing that exists. */
export const words: { [A in keyof ActFacts]: (facts: ActFacts[A], names: Names) => string | null } = {
  mint_api_key: ({ name, grant }) => `Create the API key “${name}”${grants[grant] ?? ""}`,
  restore_api_key: ({ id }, names) =>
    about(names.apiKey(id), (name) => `Make the revoked API key “${name}” valid again`),
  mint_integration_key: ({ integrationId, name }, names) =>
    about(
      names.integration(integrationId),
      (integration) => `Create the key ${name === "" ? "" : `“${name}” `}of the integration “${integration}”`,
    ),
  raise_connection: ({ id }, names) =>
    about(names.connection(id), (name) => `Let the connection “${name}” act as you`),
  open_network: () => "Open Signalbox to the local network",
  pair_device: ({ privilege }) => `Create a code that pairs a device ${privileges[privilege] ?? ""}`.trim(),
  trust_repository: ({ gitRoot }, names) =>
    `Trust the repository ${names.repository(gitRoot)}, so that its own hooks and settings take effect`,
  restore_backup: ({ name }) => `Replace the data with the backup ${name} at the next start`,
};

export const text = {
  required: (words: string) => `Confirm this outside the browser: ${words}.`,
  approve: (client: string) => `Connect “${client}” and let it act as you`,
  command: (id: string) => `npm run --silent signalbox -- confirm ${id}`,
};
