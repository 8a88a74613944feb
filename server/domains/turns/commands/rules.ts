import type { SlashCommands } from "../../../runtimes/slash-commands.ts";
import type { SlashCommand } from "./model.ts";

/** A prompt that begins with a slash and a name. A path goes on behind the name, and is none. */
export interface WrittenCommand {
  name: string;
  argument: string;
}

const form = /^\s*\/([a-z][\w:.-]*)(?:\s+([^]*))?$/i;

export function readCommand(prompt: string): WrittenCommand | null {
  const [, name, argument = ""] = form.exec(prompt) ?? [];
  return name === undefined ? null : { name, argument: argument.trim() };
}

export const ownNames = ["help", "context", "cost", "model", "effort", "clear"] as const;
export type OwnName = (typeof ownNames)[number];

/** What the service does itself, with the session at hand. */
export interface OwnCommand {
  name: OwnName;
  argument: string;
}

const aliases: Readonly<Record<string, OwnName>> = {
  new: "clear",
  reset: "clear",
  usage: "cost",
  status: "context",
};

type Verdict =
  /** It goes to the CLI as it is. */
  | { kind: "prompt" }
  | { kind: "own"; command: OwnCommand }
  /** It goes to the CLI alone. */
  | { kind: "about_conversation"; command: WrittenCommand }
  | { kind: "absent"; name: string };

/** What a prompt comes to. A command of the repository and a skill go before all others of the same name. */
export function decideCommand(
  prompt: string,
  commands: SlashCommands | undefined,
  isCustom: (name: string) => boolean,
): Verdict {
  const written = readCommand(prompt);
  if (!written || isCustom(written.name)) return { kind: "prompt" };
  const { name, argument } = written;
  const own =
    ownNames.find((known) => known === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined);
  if (own !== undefined) return { kind: "own", command: { name: own, argument } };
  if (commands?.aboutConversation.includes(name) === true)
    return { kind: "about_conversation", command: written };
  return commands?.absent.includes(name) === true ? { kind: "absent", name } : { kind: "prompt" };
}

interface NamedModel {
  id: string;
  label: string;
}

/** The model that a person means by a word; null if that is not clear. */
export function modelMeant(
  word: string,
  { models, accepts }: { models: readonly NamedModel[]; accepts(model: string): boolean },
): string | null {
  // A full name goes before a longer one that contains it.
  if (/\d/.test(word) && accepts(word)) return word;
  const [only, ...others] = modelsMeant(word, models);
  if (only !== undefined && others.length === 0) return only;
  // Where several have the word, such as two versions of Opus, it is left to the CLI.
  return accepts(word) ? word : null;
}

/** Names of models that a person may mean by a word: the whole id, or else what contains it. */
export function modelsMeant(word: string, models: readonly NamedModel[]): string[] {
  const wanted = word.toLowerCase();
  const exact = models.filter(
    ({ id, label }) => id.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  const found =
    exact.length > 0
      ? exact
      : models.filter(({ id, label }) => `${id} ${label}`.toLowerCase().includes(wanted));
  return found.map(({ id }) => id);
}

/** Each name once, the first of them. */
export function distinct(commands: readonly SlashCommand[]): SlashCommand[] {
  return [...new Map(commands.toReversed().map((command) => [command.name, command])).values()].reverse();
}
