import { join } from "node:path";
import { lockDataFolder } from "../db/lock.ts";
import { Refusal } from "../lib/errors.ts";
import { exists } from "../lib/exists.ts";
import { text } from "./text.ts";

/** Why no service answered. One that could not make its socket still holds the lock of its data folder. */
export async function notReached(dataFolder: string): Promise<Refusal> {
  const message = (await isInUse(dataFolder))
    ? text.open.noSocket(dataFolder)
    : text.open.notRunning(dataFolder);
  return new Refusal({ status: 503, label: "Not running", messages: [message] });
}

export async function isInUse(dataFolder: string): Promise<boolean> {
  if (!(await exists(join(dataFolder, "lock.db")))) return false;
  try {
    lockDataFolder(dataFolder).release();
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
