import { Refusal } from "../lib/errors.ts";
import { askRunningService } from "../owner-requests.ts";
import { readSettings } from "../settings.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { print } from "./output.ts";
import { text } from "./text.ts";

/** Opens the board of the running service in the browser, signed in; prints the link if that is not possible. */
export async function open(args: readonly string[]): Promise<number> {
  const { dataFolder } = readSettings(process.env);
  const answer = await askRunningService(dataFolder, { kind: "launch_link" });
  if (answer === null)
    throw new Refusal({ status: 503, label: "Not running", messages: [text.open.notRunning(dataFolder)] });
  await showLink(answer.url, { mayOpen: !args.includes("--print") });
  return 0;
}

/** Opens the link in the browser, or prints it. */
export async function showLink(url: string, { mayOpen }: { mayOpen: boolean }): Promise<void> {
  if (mayOpen && (await openInBrowser(url))) print(text.open.opened);
  else print(text.open.link(url));
}
