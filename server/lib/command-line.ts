import { existsSync } from "node:fs";
import { join } from "node:path";
import { accountHome } from "./account.ts";
import { defaultDataFolder, realFolder } from "./data-folder.ts";

const isWindows = process.platform === "win32";

/** A checkout, from its sources or from `dist/server`. The packaged app brings no commands, and has none of these. */
const checkout = firstWith("build/signalbox", ["../..", "../../.."]);

function firstWith(file: string, folders: readonly string[]): string | null {
  const found = folders.map((folder) => join(import.meta.dirname, folder));
  return found.find((folder) => existsSync(join(folder, file))) ?? null;
}

/** Where npm installed the package (build/npm-package), whose command is on PATH; null elsewhere. */
export const installedPackage = (): string | null => firstWith("bin/signalbox.mjs", ["../.."]);

/** One word of a command, as a shell takes it. */
function shellWord(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word) && (isWindows || !word.includes("\\"))) return word;
  return isWindows ? `"${word.replaceAll('"', "")}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * What starts the commands of this checkout on this data folder, in any terminal and from any folder. Null in the packaged
 * app.
 */
export function commandLine(dataFolder: string): string | null {
  const program = programOf();
  if (program === null || dataFolder === folderOfTerminal()) return program;
  const variable = `SERVICE_DATA_DIR=${isWindows ? dataFolder : shellWord(dataFolder)}`;
  return isWindows ? `set "${variable}" & ${program}` : `${variable} ${program}`;
}

function programOf(): string | null {
  if (installedPackage() !== null) return "signalbox";
  if (checkout === null) return null;
  return isWindows
    ? `node ${shellWord(join(checkout, "build/run.mjs"))} cli`
    : shellWord(join(checkout, "build/signalbox"));
}

/** The data folder of a command that somebody types in a new terminal. */
function folderOfTerminal(): string {
  const { APPDATA } = process.env;
  return realFolder(defaultDataFolder({ HOME: accountHome(), APPDATA }, process.platform));
}

/** A command with its words, to be printed. Words in capitals stand for what a person fills in. */
export const commandFor = (dataFolder: string, ...words: readonly string[]): string =>
  [commandLine(dataFolder) ?? "signalbox", ...words.map(shellWord)].join(" ");

/** An npm command of this checkout, from any folder. */
export const npmCommand = (...words: readonly string[]): string =>
  ["npm", ...(checkout === null ? [] : ["--prefix", shellWord(checkout)]), ...words].join(" ");
