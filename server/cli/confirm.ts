import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { invalid, Refusal } from "../lib/errors.ts";
import { askRunningService } from "../owner-requests.ts";
import { readSettings } from "../settings.ts";
import { print, printError } from "./output.ts";
import { parseOrRefuse, usageRefusal } from "./parse-or-refuse.ts";
import { text } from "./text.ts";

const usage = text.usageOf(`confirm ${text.arguments.confirm}`);

interface Waiting {
  id: string;
  words: string;
  from: string | null;
}

/** Shows what the board asks to be confirmed outside the page, and asks on the terminal. */
export async function confirm(args: readonly string[]): Promise<number> {
  const { id, yes, deny } = readArguments(args);
  const { dataFolder } = readSettings(process.env);
  const waiting = await waitingOn(dataFolder);
  const chosen = id === undefined ? waiting : waiting.filter((one) => one.id === id);
  if (id !== undefined && chosen.length === 0) throw notWaiting(id);
  if (chosen.length === 0) {
    print(text.confirm.nothing);
    return 0;
  }
  if (id !== undefined && (yes || deny)) return settle(dataFolder, id, yes ? "confirmed" : "denied");
  if (!process.stdin.isTTY || !process.stdout.isTTY) return list(chosen);
  for (const one of chosen) {
    const answer = await askOnTerminal(one);
    if (answer === null) return 1;
    await settle(dataFolder, one.id, answer);
  }
  return 0;
}

function list(waiting: readonly Waiting[]): number {
  for (const one of waiting) print(text.confirm.listed(one));
  printError(text.confirm.noTerminal(waiting[0]?.id ?? "ID"));
  return 1;
}

async function waitingOn(dataFolder: string): Promise<Waiting[]> {
  const answer = await askRunningService(dataFolder, { kind: "list_confirmations" });
  if (answer === null)
    throw new Refusal({ status: 503, label: "Not running", messages: [text.open.notRunning(dataFolder)] });
  return answer.waiting;
}

async function settle(dataFolder: string, id: string, answer: "confirmed" | "denied"): Promise<number> {
  const settled = await askRunningService(dataFolder, { kind: "settle_confirmation", id, answer });
  if (!settled?.words) throw notWaiting(id);
  print(text.confirm[answer](settled.words));
  return 0;
}

/** Anything but a clear yes denies. Null if the person left without an answer. */
async function askOnTerminal(one: Waiting): Promise<"confirmed" | "denied" | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new Promise<null>((resolve) => terminal.once("close", () => resolve(null)));
  const answer = await Promise.race([terminal.question(text.confirm.ask(one)), left]);
  terminal.close();
  if (answer === null) return null;
  return /^y(?:es)?$/i.test(answer.trim()) ? "confirmed" : "denied";
}

const notWaiting = (id: string): Refusal => invalid(text.confirm.notWaiting(id));

function readArguments(args: readonly string[]): { id: string | undefined; yes: boolean; deny: boolean } {
  const options = { yes: { type: "boolean" }, deny: { type: "boolean" } } as const;
  const { values, positionals } = parseOrRefuse(
    () => parseArgs({ args: [...args], options, allowPositionals: true }),
    usage,
  );
  const { yes = false, deny = false } = values;
  const [id, ...more] = positionals;
  if (more.length > 0 || (yes && deny) || (id === undefined && (yes || deny))) throw usageRefusal(usage);
  return { id, yes, deny };
}
