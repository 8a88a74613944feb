import { helpOf, optionNames, runApiCommand } from "./api-command.ts";
import { apiCommands, sessionLogs } from "./api-commands.ts";

const all = { ...apiCommands, logs: sessionLogs };
export type ApiCommandName = keyof typeof all;

/** Runs a command that calls the service's API. Resolves with the exit code. */
export const run = (name: ApiCommandName, args: readonly string[]): Promise<number> =>
  runApiCommand(all[name], args);

/** What its options do, by their name with dashes. */
export const optionsOf = (name: ApiCommandName): Record<string, string> => helpOf(all[name]);

/** The options of each command, for a shell. */
export const allOptions = (): Record<string, string[]> =>
  Object.fromEntries(Object.entries(all).map(([name, command]) => [name, optionNames(command)]));
