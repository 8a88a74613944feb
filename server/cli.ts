import { commands } from "./cli/commands.ts";
import { print, printError } from "./cli/output.ts";
import { Refusal } from "./lib/errors.ts";

/** `signalbox <command>`: the same service without a display. */
async function main(): Promise<number> {
  const [name = "help", ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) {
    printError(`There is no command "${name}".\n\n${usage()}`);
    return 2;
  }
  return command.run(args);
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return ["Usage: signalbox <command>", "", ...lines].join("\n");
}

commands["help"] = {
  summary: "Show this list",
  run: async () => {
    print(usage());
    return 0;
  },
};

try {
  process.exitCode = await main();
} catch (error) {
  printError(error instanceof Refusal ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
