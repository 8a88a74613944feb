import { existsSync, realpathSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { restoreParts } from "../compose/restore-parts.ts";
import { lockDataFolder } from "../db/lock.ts";
import { type Restored, restoreBackup, restoreFiles } from "../domains/installation/backups/restore.ts";
import { Refusal } from "../lib/errors.ts";
import { readSettings } from "../settings.ts";
import { print } from "./output.ts";
import { usageRefusal } from "./parse-or-refuse.ts";
import { text } from "./text.ts";

/** Also for data that the service cannot start with: the present database need not be readable, only unused. */
export async function restore(args: readonly string[]): Promise<number> {
  const [given, ...more] = args;
  if (given === undefined || given === "" || more.length > 0)
    throw usageRefusal(text.usageOf(`restore ${text.arguments.restore}`));
  const { dataFolder } = readSettings(process.env);
  const copy = findCopy(given, dataFolder);
  const lock = lockDataFolder(dataFolder);
  try {
    const { safetyCopy, mayRevive } = restoreOver(dataFolder, copy);
    print(text.restore.done(copy));
    if (safetyCopy !== null) print(text.restore.kept(join(restoreFiles(dataFolder).backups, safetyCopy)));
    if (mayRevive) print(text.restore.mayRevive);
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
  const messages = [text.restore.notFound({ file, folder: join(dataFolder, "backups") })];
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
    const messages = [text.restore.failed({ file: copy, reason })];
    throw new Refusal({ status: 422, label: "Not restored", messages, cause });
  }
}
