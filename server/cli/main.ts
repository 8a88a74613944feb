import { Refusal } from "../lib/errors.ts";
import { commands } from "./commands.ts";
import { print, printError } from "./output.ts";
import { text } from "./text.ts";

/** `signalbox <command>`. Resolves with the exit code. */
export async function main([name = "help", ...args]: readonly string[]): Promise<number> {
  if (name === "help") {
    print(usage());
    return 0;
  }
  const command = commands[name];
  if (!command) {
    printError(text.unknownCommand(name, usage()));
    return 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printError(error instanceof Refusal ? error.message : bug);
    return 1;
  }
}

function usage(): string {
  const listed = { ...commands, help: { summary: text.commands.help } };
  const lines = Object.entries(listed).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [text.usage, "", ...lines].join("\n");
}
