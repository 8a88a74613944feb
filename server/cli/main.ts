import { Refusal } from "../lib/errors.ts";
import { type Command, commands } from "./commands.ts";
import { print, printError } from "./output.ts";
import { isUsageRefusal } from "./parse-or-refuse.ts";
import { text } from "./text.ts";

const help = ["--help", "-h"];

/** `signalbox <command>`. Resolves with the exit code. */
export async function main([name = "help", ...args]: readonly string[]): Promise<number> {
  if (name === "help" || help.includes(name)) {
    print(usage());
    return 0;
  }
  const command = commands[name];
  if (!command) {
    printError(text.unknownCommand(name, usage()));
    return 2;
  }
  if (args.some((arg) => help.includes(arg))) {
    print(await usageOf(name, command));
    return 0;
  }
  const problem = problemWith(args, { name, command });
  if (problem !== null) {
    printError(problem);
    return 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printError(error instanceof Refusal ? error.messages.join("\n") : bug);
    return isUsageRefusal(error) ? 2 : 1;
  }
}

function usage(): string {
  const listed = { ...commands, help: { usage: "", summary: text.commands.help } };
  const lines = Object.entries(listed).map(
    ([name, { usage: rest, summary }]) => `  ${`${name} ${rest}`.padEnd(29)}  ${summary}`,
  );
  return [text.usage, "", ...lines].join("\n");
}

/** An option that the command does not have must not be taken for a file, or pass unnoticed. */
function problemWith(
  args: readonly string[],
  { name, command }: { name: string; command: Command },
): string | null {
  if (command.takes === "what it checks itself") return null;
  const unknown = args.find((arg) => arg.startsWith("-") && !((arg.split("=")[0] ?? "") in command.options));
  if (unknown !== undefined) return text.unknownOption(unknown, name);
  const [given] = args;
  return given !== undefined && command.takes === "options" && !given.startsWith("-")
    ? text.unexpected(given, name)
    : null;
}

async function usageOf(name: string, command: Command): Promise<string> {
  const { summary, usage: rest, options } = command;
  const listed = Object.entries({ ...options, ...(await command.moreOptions?.()), "--help": text.help });
  const width = Math.max(12, ...listed.map(([option]) => option.length));
  const lines = listed.map(([option, about]) => `  ${option.padEnd(width)} ${about}`.trimEnd());
  return [text.usageOf(`${name} ${rest}`), "", summary, "", ...lines].join("\n");
}
