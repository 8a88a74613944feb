import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { writePrivateFile } from "../../../lib/private-file.ts";

/** Beside the homes, whose entries count as sessions. */
const recordName = "homes-without-secrets";

/** Which homes may hold secrets although no turn runs. Earlier versions left them in every home; a record says they are gone. */
export const homeSecrets = (homes: string) => {
  const record = join(dirname(homes), recordName);
  return {
    /** The sessions to look at: all of them once, and after that those whose turn was cut off. */
    async suspects(cutOff: readonly number[]): Promise<number[]> {
      if (await exists(record)) return [...new Set(cutOff)];
      const names = await readdir(homes).catch(unlessPassing([]));
      return names.filter((name) => /^\d+$/.test(name)).map(Number);
    },
    noteGone: (): Promise<void> => writePrivateFile(record, ""),
  };
};
