import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Operation } from "../../http/model.ts";
import { print } from "../output.ts";
import { usageRefusal } from "../parse-or-refuse.ts";
import { type ApiOption, formOf, optionsOf, readOption } from "./option-rules.ts";
import { type Parts, type ServiceApi, serviceApi } from "./service-api.ts";
import { text } from "./text.ts";

/** What is typed without dashes. */
interface Word {
  /** As the help shows it. */
  name: string;
  key: string;
  part: "params" | "query" | "body";
  optional?: boolean;
  /** All words that are left: `joined` with blanks to one, or each for itself. */
  rest?: "joined" | "each";
}

type OwnOption = keyof typeof text.own;

/** What was typed, read. */
export interface Typed {
  parts: Required<Parts>;
  /** Those of the command itself, without the dashes. */
  own: Readonly<Record<string, string | boolean | undefined>>;
  /** The words of one that takes each for itself. */
  each: readonly string[];
}

/** A command that calls one operation: its options are made from the operation's declaration. */
export interface ApiCommand {
  /** Its name and what follows, as shown. */
  usage: string;
  operation: Operation;
  words: readonly Word[];
  /** Options besides those of the operation; true for those that take no value. */
  own: Partial<Record<OwnOption, "flag" | "text">>;
  /** Of the operation, without those that are given as words. */
  hides?: readonly string[];
  run(api: ServiceApi, typed: Typed): Promise<number>;
}

/** The options of a command by their name with dashes, and what each takes. */
export function helpOf(command: ApiCommand): Record<string, string> {
  const listed = offered(command).map((option): [string, string] => {
    const value = text.values[option.kind];
    const about = option.choices.length > 0 ? text.oneOf(option.choices) : "";
    return [`--${option.name}${value === "" ? "" : ` ${value}`}`, about];
  });
  const own = Object.entries(command.own).map(([name, kind]): [string, string] => [
    `${name}${kind === "text" ? " TEXT" : ""}`,
    text.own[name as OwnOption],
  ]);
  return Object.fromEntries([...own, ...listed]);
}

/** The names of its options with dashes, for a shell. */
export const optionNames = (command: ApiCommand): string[] => [
  ...Object.keys(command.own),
  ...offered(command).map(({ name }) => `--${name}`),
];

const offered = ({ operation, words, hides = [] }: ApiCommand): ApiOption[] =>
  optionsOf(operation).filter(
    ({ key }) => !hides.includes(key) && !words.some((word) => word.part !== "params" && word.key === key),
  );

export async function runApiCommand(command: ApiCommand, args: readonly string[]): Promise<number> {
  const typed = readTyped(command, args);
  return command.run(await serviceApi(), typed);
}

/** Throws a refusal in words for what the command does not take. */
function readTyped(command: ApiCommand, args: readonly string[]): Typed {
  const options = offered(command);
  const { values, positionals } = parseTyped(command, { args, options });
  const parts: Required<Parts> = { params: {}, query: {}, body: {} };
  const into = parts as Record<string, Record<string, unknown>>;
  for (const option of options) {
    const given = values[option.name];
    if (given === undefined) continue;
    const read = readOption(option, given);
    if (read === null) throw usageRefusal(text.wrongValue(option.name, text.kinds[option.kind]));
    (into[option.part] ??= {})[option.key] = read.value;
  }
  const each = readWords(command, positionals, into);
  const own = Object.fromEntries(
    Object.keys(command.own).map((name) => [name.slice(2), values[name.slice(2)]]),
  );
  return { parts, own: own as Typed["own"], each };
}

function parseTyped(
  { own, usage }: ApiCommand,
  { args, options }: { args: readonly string[]; options: readonly ApiOption[] },
) {
  const known: NonNullable<ParseArgsConfig["options"]> = {
    ...Object.fromEntries(options.map((option) => [option.name, formOf(option)])),
    ...Object.fromEntries(
      Object.entries(own).map(([name, kind]) => [
        name.slice(2),
        { type: kind === "flag" ? ("boolean" as const) : ("string" as const) },
      ]),
    ),
  };
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw usageRefusal(`${error instanceof Error ? error.message : ""}\nUsage: signalbox ${usage}`);
  }
}

function readWords(
  { words, usage }: ApiCommand,
  typed: readonly string[],
  into: Record<string, Record<string, unknown>>,
): string[] {
  let at = 0;
  for (const { name, key, part, optional, rest } of words) {
    const taken = rest === undefined ? typed.slice(at, at + 1) : typed.slice(at);
    at += taken.length;
    if (taken.length === 0 && optional !== true) throw usageRefusal(text.missing(name, usage));
    if (rest === "each") return taken;
    if (taken.length > 0) (into[part] ??= {})[key] = taken.join(" ");
  }
  const [extra] = typed.slice(at);
  if (extra !== undefined) throw usageRefusal(text.tooMany(extra, usage));
  return [];
}

/** Prints the answer as JSON if that was asked for, otherwise as text for people. */
export function answer(typed: Pick<Typed, "own">, body: unknown, shown: () => string): void {
  print(typed.own["json"] === true ? JSON.stringify(body, null, 2) : shown());
}
