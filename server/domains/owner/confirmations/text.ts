import type { Actor } from "../../../http/caller.ts";
import type { ActFacts, Confirmation } from "./model.ts";

const privileges: Readonly<Record<string, string>> = {
  act_as_human: "that acts as you",
  relay_only: "that only relays",
};

const grants: Readonly<Record<string, string>> = {
  quick_router: ", for quick starts only",
};

/** Names of stored things; null if there is no such thing. */
export interface Names {
  /** The browser or device, as Settings shows it. */
  asker(actor: Actor): string | null;
  apiKey(id: number): string | null;
  integration(id: number): string | null;
  connection(id: number): string | null;
  /** The address of the repository at a git URL. */
  repository(gitRoot: string): string;
  /** What a change of a repository's sandbox gives away; null if nothing. */
  widening(
    change: ActFacts["loosen_repository_sandbox"],
  ): { level: string | null; folders: readonly string[]; grants: readonly string[] } | null;
  /** The trigger and the looser level of its sessions; null if the change does not loosen their sandbox. */
  looserTrigger(change: ActFacts["loosen_trigger_sandbox"]): { name: string; level: string } | null;
  /** The session and its looser level; null if the change does not loosen its sandbox. */
  looserSession(change: ActFacts["loosen_session_sandbox"]): { title: string; level: string } | null;
}

/** A name from outside. It cannot end its quotation marks and go on with words of its own. */
const quoted = (name: string): string => `“${name.replaceAll(/[“”„‟«»"]/g, "'")}”`;

const about = <T>(found: T | null, say: (found: T) => string): string | null =>
  found === null ? null : say(found);

/** What will happen, without a final period. Null if the request is about nothing that exists. */
export const words: { [A in keyof ActFacts]: (facts: ActFacts[A], names: Names) => string | null } = {
  mint_api_key: ({ name, grant }) => `Create the API key ${quoted(name)}${grants[grant] ?? ""}`,
  restore_api_key: ({ id }, names) =>
    about(names.apiKey(id), (name) => `Make the revoked API key ${quoted(name)} valid again`),
  mint_integration_key: ({ integrationId, name }, names) =>
    about(
      names.integration(integrationId),
      (integration) =>
        `Create the key ${name === "" ? "" : `${quoted(name)} `}of the integration ${quoted(integration)}`,
    ),
  raise_connection: ({ id }, names) =>
    about(names.connection(id), (name) => `Let the connection ${quoted(name)} act as you`),
  open_network: () => "Open Signalbox to the local network",
  pair_device: ({ privilege }) => `Create a code that pairs a device ${privileges[privilege] ?? ""}`.trim(),
  trust_repository: ({ gitRoot }, names) =>
    `Trust the repository ${names.repository(gitRoot)}, so that its own hooks and settings take effect`,
  read_foreign_repository: ({ gitRoot }, names) =>
    `Let git read the repository ${names.repository(gitRoot)}, which another user of this machine owns`,
  restore_backup: ({ name }) => `Replace the data with the backup ${name} at the next start`,
  loosen_repository_sandbox(change, names) {
    const widening = names.widening(change);
    if (widening === null) return null;
    const { level, folders, grants } = widening;
    const parts = [
      ...(level === null ? [] : [`the sandbox level ${level}`]),
      ...(folders.length === 0 ? [] : [`the folders ${folders.join(", ")}`]),
      ...(grants.length === 0 ? [] : [`access to ${grants.join(", ")}`]),
    ];
    return `Give the agents of ${names.repository(change.git_root)} ${parts.join("; ")}`;
  },
  loosen_trigger_sandbox(change, names) {
    return about(
      names.looserTrigger(change),
      ({ name, level }) => `Give the sessions of the trigger ${quoted(name)} the sandbox level ${level}`,
    );
  },
  loosen_session_sandbox(change, names) {
    return about(
      names.looserSession(change),
      ({ title, level }) => `Give the session ${quoted(title)} the sandbox level ${level}`,
    );
  },
};

export const text = {
  required: (words: string) => `Confirm this outside the browser: ${words}.`,
  requiredOfTool: ({ id, words: asked, confirm_in: where, command }: Confirmation) => {
    const how =
      where === "app" ? "in the dialog of the Signalbox app" : `by running \`${command}\` on this machine`;
    return `A person has to confirm this: ${asked}. They confirm it ${how} within two minutes. Then call this again with confirmation "${id}"`;
  },
  approve: (client: string) => `Connect ${quoted(client)} and let it act as you`,
  command: (commandLine: string, id: string) => `${commandLine} confirm ${id}`,
};
