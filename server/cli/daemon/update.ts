import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { installedPackage } from "../../lib/command-line.ts";
import { Refusal } from "../../lib/errors.ts";
import { exists } from "../../lib/exists.ts";
import { readSettings } from "../../settings.ts";
import { version as ownVersion } from "../../version.ts";
import { backUpInto } from "../backup.ts";
import { print } from "../output.ts";
import { usageRefusal } from "../parse-or-refuse.ts";
import { runningOn, stop } from "./background.ts";
import { text } from "./text.ts";

const run = promisify(execFile);
const outputLimit = 16 * 1024 ** 2;

/** What an update leaves behind for the way back. */
const previous = z.object({ version: z.string(), package: z.string(), backup: z.string().nullable() });
type Previous = z.infer<typeof previous>;

interface Place {
  /** The folder of the installed package. */
  root: string;
  /** Where npm installs for everyone. */
  prefix: string;
  dataFolder: string;
  /** Where earlier versions are kept. */
  kept: string;
}

/**
 * Installs another version. The data is backed up and the present version is kept first; if the new one does not start, both
 * come back.
 */
export async function update(args: readonly string[]): Promise<number> {
  const place = findPlace();
  if (args.includes("--back")) return goBack(place);
  const [named, ...more] = args;
  if (more.length > 0) throw usageRefusal(text.update.onlyOne);
  const wanted = await specOf(named);
  const kept = await keepPresent(place);
  const wasRunning = await stopIfRunning(place.dataFolder);
  try {
    await install(place, wanted);
    const version = await check(place, wasRunning);
    print(text.update.done({ from: kept.version, to: version }));
    return 0;
  } catch (error) {
    const reason = reasonOf(error);
    await returnTo(place, kept, wasRunning);
    throw new Refusal({
      status: 503,
      label: "Not updated",
      messages: [text.update.failed({ reason, version: kept.version })],
      cause: error,
    });
  }
}

function findPlace(): Place {
  const root = installedPackage();
  if (root === null)
    throw new Refusal({ status: 409, label: "Not installed", messages: [text.update.checkout] });
  const modules = dirname(root);
  const above = dirname(modules);
  if (basename(modules) !== "node_modules")
    throw new Refusal({ status: 409, label: "Not installed", messages: [text.update.notGlobal(root)] });
  const { dataFolder } = readSettings(process.env);
  const prefix = basename(above) === "lib" ? dirname(above) : above;
  return { root, prefix, dataFolder, kept: join(dataFolder, "versions") };
}

/** A file, a version, or the newest that is published. */
async function specOf(named: string | undefined): Promise<string> {
  if (named === undefined) return "signalbox@latest";
  if (await exists(named)) return resolve(named);
  if (/^[\w.^~-]+$/.test(named)) return `signalbox@${named}`;
  throw usageRefusal(text.update.noSuchVersion(named));
}

async function npm(...args: string[]): Promise<string> {
  const options = { maxBuffer: outputLimit, shell: process.platform === "win32" };
  return (await run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], options)).stdout;
}

const install = ({ prefix }: Place, spec: string): Promise<string> =>
  npm("install", "--global", "--prefix", prefix, spec);

/** Packs the installed version as it is, and backs up the data. */
async function keepPresent({ root, dataFolder, kept }: Place): Promise<Previous> {
  print(text.update.keeping(ownVersion));
  await mkdir(kept, { recursive: true, mode: 0o700 });
  const fresh = join(kept, "packing");
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await npm("pack", root, "--ignore-scripts", "--pack-destination", fresh);
  const [packed = ""] = await readdir(fresh);
  await rename(join(fresh, packed), join(kept, packed));
  await rm(fresh, { recursive: true, force: true });
  const hasData = await exists(join(dataFolder, "signalbox.db"));
  const backup = hasData ? backUpInto(join(dataFolder, "backups"), dataFolder) : null;
  const record = { version: ownVersion, package: packed, backup };
  await writeFile(join(kept, "previous.json"), JSON.stringify(record), { mode: 0o600 });
  for (const name of await readdir(kept))
    if (name.endsWith(".tgz") && name !== packed) await rm(join(kept, name), { force: true });
  return record;
}

async function stopIfRunning(dataFolder: string): Promise<boolean> {
  if ((await runningOn(dataFolder)) === null) return false;
  await stop();
  return true;
}

/** The installed command, in a process of its own: this one still has the code of before. */
async function command({ root }: Place, ...args: string[]): Promise<string> {
  const launcher = join(root, "bin/signalbox.mjs");
  return (await run(process.execPath, [launcher, ...args], { maxBuffer: outputLimit })).stdout;
}

/** Starts what was installed, which brings the database up to date; returns its version. */
async function check(place: Place, staysRunning: boolean): Promise<string> {
  await command(place, "start");
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await command(place, "status", "--json")));
  if (!staysRunning) await command(place, "stop");
  return version;
}

async function goBack(place: Place): Promise<number> {
  const file = join(place.kept, "previous.json");
  const stored = await readFile(file, "utf8").catch(() => null);
  if (stored === null)
    throw new Refusal({ status: 404, label: "No earlier version", messages: [text.update.nothingKept] });
  const kept = previous.parse(JSON.parse(stored));
  const wasRunning = await stopIfRunning(place.dataFolder);
  await returnTo(place, kept, wasRunning);
  print(text.update.back(kept.version));
  return 0;
}

/** The data as it was goes with the version that wrote it; what was written since stays beside it, as with every restore. */
async function returnTo(place: Place, kept: Previous, starts: boolean): Promise<void> {
  if ((await runningOn(place.dataFolder)) !== null) await stop();
  await install(place, join(place.kept, kept.package));
  if (kept.backup !== null && isAbsolute(kept.backup)) await command(place, "restore", kept.backup);
  if (starts) await command(place, "start");
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.messages.join(" ");
  const { stderr = "", message = String(error) } = error as { stderr?: string; message?: string };
  return (stderr.trim() || message).split("\n").slice(0, 5).join("\n");
}
