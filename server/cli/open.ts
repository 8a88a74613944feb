import { join } from "node:path";
import { lockDataFolder } from "../db/lock.ts";
import type { Service } from "../index.ts";
import { Refusal } from "../lib/errors.ts";
import { exists } from "../lib/exists.ts";
import { askRunningService } from "../owner-requests.ts";
import { readSettings } from "../settings.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { print } from "./output.ts";
import { text } from "./text.ts";

/** Opens the board of the running service in the browser, signed in; prints the link if that is not possible. */
export async function open(args: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const link = async (): Promise<string> =>
    (await askRunningService(dataFolder, { kind: "launch_link" }))?.url ?? (await notReached(dataFolder));
  const launchFile = async (): Promise<string> =>
    (await askRunningService(dataFolder, { kind: "launch_file" }))?.path ?? (await notReached(dataFolder));
  await showLink({ link, launchFile }, { mayOpen: !args.includes("--print") });
  return 0;
}

/** Opens the board of a service in this process in the browser, or prints a link. */
export const showLinkOf = (service: Service, options: { mayOpen: boolean }): Promise<void> =>
  showLink({ link: () => Promise.resolve(service.launchLink()), launchFile: service.launchFile }, options);

async function showLink(
  of: { link(): Promise<string>; launchFile(): Promise<string> },
  { mayOpen }: { mayOpen: boolean },
): Promise<void> {
  if (mayOpen && (await openInBrowser(of))) print(text.open.opened());
  else print(text.open.link(await of.link()));
}

/** A service that could not make its socket still holds the lock of its data folder. */
async function notReached(dataFolder: string): Promise<never> {
  const message = (await isInUse(dataFolder))
    ? text.open.noSocket(dataFolder)
    : text.open.notRunning(dataFolder);
  throw new Refusal({ status: 503, label: "Not running", messages: [message] });
}

async function isInUse(dataFolder: string): Promise<boolean> {
  if (!(await exists(join(dataFolder, "lock.db")))) return false;
  try {
    lockDataFolder(dataFolder).release();
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
