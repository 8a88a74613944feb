import type { Service } from "../index.ts";
import { askRunningService } from "../owner-requests.ts";
import { readSettings } from "../settings.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { print } from "./output.ts";
import { notReached } from "./running-service.ts";
import { text } from "./text.ts";

/** Opens the board of the running service in the browser, signed in; prints the link if that is not possible. */
export async function open(args: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const session = args.find((arg) => !arg.startsWith("-"));
  const link = async (): Promise<string> => {
    const answer = await askRunningService(dataFolder, { kind: "launch_link", session });
    return answer?.url ?? (await fail(dataFolder));
  };
  const launchFile = async (): Promise<string> =>
    (await askRunningService(dataFolder, { kind: "launch_file", session }))?.path ?? (await fail(dataFolder));
  await showLink({ link, launchFile }, { mayOpen: !args.includes("--print") });
  return 0;
}

async function fail(dataFolder: string): Promise<never> {
  throw await notReached(dataFolder);
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
