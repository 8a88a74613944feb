import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Refusal } from "../../lib/errors.ts";
import { readSettings } from "../../settings.ts";
import { run } from "../api/index.ts";
import { print } from "../output.ts";
import { parseOrRefuse } from "../parse-or-refuse.ts";
import { logFileOf } from "./background.ts";
import { text } from "./text.ts";

const shownBytes = 64 * 1024;
const lookEveryMs = 500;

/** The log of the service, or with an id that of a session. */
export async function logs(args: readonly string[]): Promise<number> {
  if (args.some((arg) => !arg.startsWith("-"))) return run("logs", args);
  const { values } = parseOrRefuse(
    () => parseArgs({ args: [...args], options: { follow: { type: "boolean" } } }),
    text.logsUsage,
  );
  const { dataFolder } = readSettings(process.env);
  const file = logFileOf(process.env, dataFolder);
  let at = await printEnd(file);
  while (values.follow === true) {
    await pause(lookEveryMs);
    at = await printFrom(file, at);
  }
  return 0;
}

/** Prints the whole lines at the end of the file; returns how far it was read. */
async function printEnd(file: string): Promise<number> {
  const size = (await stat(file).catch(() => null))?.size;
  if (size === undefined)
    throw new Refusal({ status: 404, label: "Not found", messages: [text.noLog(file)] });
  const from = Math.max(0, size - shownBytes);
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const lines = buffer.subarray(0, bytesRead).toString("utf8");
    const whole = from === 0 ? lines : lines.slice(lines.indexOf("\n") + 1);
    if (whole !== "") print(whole.trimEnd());
  } finally {
    await handle.close();
  }
  return size;
}

/** A file that became shorter was replaced by a new one. */
async function printFrom(file: string, at: number): Promise<number> {
  const size = (await stat(file).catch(() => null))?.size ?? at;
  const from = size < at ? 0 : at;
  if (size === from) return size;
  for await (const piece of createReadStream(file, { start: from, end: size - 1 }))
    process.stdout.write(piece);
  return size;
}
