import { commandFor } from "../lib/command-line.ts";
import { dataFolderOf } from "../settings.ts";

/** A command as a person types it on this data folder, in any terminal. */
export const command = (...words: readonly string[]): string =>
  commandFor(dataFolderOf(process.env), ...words);
