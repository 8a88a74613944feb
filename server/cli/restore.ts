import { existsSync, realpathSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { restoreParts } from "../compose/restore-parts.ts";
import { lockDataFolder } from "../db/lock.ts";
import { type Restored, restoreBackup, restoreFiles } from "../domains/installation/backups/restore.ts";
import { invalid, Refusal } from "../lib/errors.ts";
import { readSettings } from "../settings.ts";
import { print } from "./output.ts";

const usage = "Usage: signalbox restore <file or backup name>";

/** Also for data that the service cannot start with: the present database need not be readable, only unused. */
export async function restore(args: readonly string[]): Promise<number> {
  const [given, ...more] = args;
  if (given === undefined || given === "" || more.length > 0) throw invalid(usage);
  const { dataFolder } = readSettings(process.env);
  const copy = findCopy(given, dataFolder);
  const lock = lockDataFolder(dataFolder);
  try {
    const { safetyCopy, mayRevive } = restoreOver(dataFolder, copy);
    print(`Restored and verified: ${copy}`);
    if (safetyCopy !== null)
      print(`The previous data is kept in ${join(restoreFiles(dataFolder).backups, safetyCopy)}`);
    if (mayRevive)
      print(
        "Some of the previous data could not be read: keys and connections that were revoked since the backup may work again. Check them under Settings.",
      );
    return 0;
  } finally {
    lock.release();
  }
}

/** A file takes precedence over a backup of that name. Follows a link, since a person chose it. */
function findCopy(given: string, dataFolder: string): string {
  const file = resolve(given);
  const backup = join(restoreFiles(dataFolder).backups, basename(given));
  const found = [file, ...(basename(given) === given ? [backup] : [])].find((one) => existsSync(one));
  if (found !== undefined) return realpathSync(found);
  const messages = [
    `There is no backup at ${file} and none with that name in ${join(dataFolder, "backups")}.`,
  ];
  throw new Refusal({ status: 404, label: "No backup", messages });
}

function restoreOver(dataFolder: string, copy: string): Restored {
  try {
    const kept = restoreBackup(dataFolder, copy, { parts: restoreParts, now: Date.now() });
    // A restore requested on the board would replace this one at the next start.
    rmSync(restoreFiles(dataFolder).staged, { force: true });
    return kept;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const messages = [`${copy} was not restored, and the data is unchanged. ${reason}`];
    throw new Refusal({ status: 422, label: "Not restored", messages, cause });
  }
}
