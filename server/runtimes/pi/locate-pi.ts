import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, isAbsolute, join } from "node:path";
import { unlessPassing } from "../../lib/passing-fault.ts";
import { locateCommand } from "../locate.ts";
import type { LocatedCli } from "../runtime.ts";
import { text as words } from "./text.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const packageName = "@earendil-works/pi-coding-agent";
const oldestNode = [22, 19] as const;

/**
 * pi is a script. The configured one (SERVICE_PI_PATH), else the one in our own node_modules, is run with a Node
 * that is new enough: our own, unless we are Electron; then SERVICE_NODE_PATH or the one on PATH.
 */
export async function locatePi(environment: Environment): Promise<LocatedCli> {
  const configured = environment["SERVICE_PI_PATH"];
  if (configured && !isScript(configured)) {
    return locateCommand({
      name: "pi",
      configured,
      environment,
      install: words.installGlobally(packageName),
    });
  }
  const script = configured ? await configuredScript(configured) : await bundledScript();
  if (script === null && configured) return { kind: "missing", message: words.notAFile(configured) };
  // The npm package brings no CLI.
  if (script === null)
    return locateCommand({
      name: "pi",
      configured: "",
      environment,
      install: words.installGlobally(packageName),
    });
  const node = await findNode(environment);
  if (node.kind === "missing") return node;
  return { kind: "found", command: node.command, args: [...node.args, script.path], version: script.version };
}

interface Script {
  path: string;
  version: string;
}

function isScript(path: string): boolean {
  return [".js", ".mjs", ".cjs"].includes(extname(path));
}

async function configuredScript(path: string): Promise<Script | null> {
  const file = isAbsolute(path) ? await stat(path).catch(unlessPassing(null)) : null;
  return file?.isFile() ? { path, version: (await packageAbove(path))?.version ?? "unknown" } : null;
}

/** By its folder and not by import: the package exports neither its package.json nor its command. */
async function bundledScript(): Promise<Script | null> {
  for (const folder of createRequire(import.meta.url).resolve.paths(packageName) ?? []) {
    const root = join(folder, packageName);
    const manifest = await readManifest(join(root, "package.json"));
    if (manifest?.command) return { path: join(root, manifest.command), version: manifest.version };
  }
  return null;
}

async function packageAbove(path: string): Promise<{ version: string } | null> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = await readManifest(join(folder, "package.json"));
    if (manifest) return manifest;
  }
  return null;
}

async function readManifest(file: string): Promise<{ version: string; command: string | null } | null> {
  const text = await readFile(file, "utf8").catch(unlessPassing(null));
  if (text === null) return null;
  const manifest = JSON.parse(text) as { version?: unknown; bin?: { pi?: unknown } };
  const command = manifest.bin?.pi;
  return {
    version: typeof manifest.version === "string" ? manifest.version : "unknown",
    command: typeof command === "string" ? command : null,
  };
}

async function findNode(environment: Environment): Promise<LocatedCli> {
  const isPlainNode = process.versions["electron"] === undefined;
  if (isPlainNode && isNewEnough(process.versions.node)) {
    return { kind: "found", command: process.execPath, args: [], version: process.versions.node };
  }
  const wanted = words.nodeNeeded(oldestNode.join("."));
  const configured = environment["SERVICE_NODE_PATH"];
  const found = await locateCommand({ name: "node", configured, environment, install: wanted });
  if (found.kind === "missing" || isNewEnough(found.version)) return found;
  return { kind: "missing", message: words.nodeTooOld(wanted, found) };
}

/** `version` as `24.21.0`. */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}
