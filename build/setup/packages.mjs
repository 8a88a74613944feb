import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { boardPackages } from "./board-packages.mjs";
import { runChild } from "./child.mjs";
import { Interrupted, SetupError } from "./report.mjs";
import { hashFiles, isStamped, removeStamp, writeStamp } from "./stamp.mjs";

const OFFLINE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

/** npm sets these for its scripts; a nested npm would use them as its own settings, before those of its folder. */
const NPM_LEFTOVERS = /^npm_(lifecycle_|package_|config_(local_prefix|loglevel|ignore_scripts)$)/i;

/** @param {NodeJS.ProcessEnv} inherited */
export const nestedNpmEnvironment = (inherited) =>
  Object.fromEntries(Object.entries(inherited).filter(([name]) => !NPM_LEFTOVERS.test(name)));

/**
 * The locked packages of one folder.
 * @param {string} folder holds package.json and package-lock.json
 */
export function packagesOf(folder) {
  const modules = join(folder, "node_modules");
  const stamp = join(modules, ".signalbox-setup.json");
  const facts = () => ({
    lock: hashFiles(folder, ["package-lock.json"]),
    platform: `${process.platform}-${process.arch}`,
  });
  return {
    isReady: () => isStamped(stamp, facts()),

    /** Accepts what a plain `npm ci` of the same lock has installed. */
    adopt() {
      if (!isComplete(folder)) return false;
      writeStamp(stamp, facts());
      return true;
    },

    async install() {
      const before = facts();
      removeStamp(stamp);
      // Removes npm's own record too: `npm ci` empties the folder in no particular order, and an interrupted run must not look complete.
      removeStamp(join(modules, ".package-lock.json"));
      await npmCi(folder, ["--include=dev"]);
      writeStamp(stamp, before);
    },
  };
}

/**
 * Of the packages of the project, those that the service and its board run with and are built by, without what only tests,
 * checks and the desktop app use: half of the time and of the disk.
 * @param {string} root
 */
export function appPackagesOf(root) {
  const all = packagesOf(root);
  const modules = join(root, "node_modules");
  const stamp = join(modules, ".signalbox-app-setup.json");
  const facts = () => ({
    lock: hashFiles(root, ["package-lock.json"]),
    platform: `${process.platform}-${process.arch}`,
    builders: boardPackages.join(" "),
  });
  return {
    isReady: () => all.isReady() || isStamped(stamp, facts()),
    adopt: all.adopt,

    /** Installs beside the old ones and then replaces them, since `npm ci` only knows the packages of a whole project. */
    async install() {
      const before = facts();
      const next = join(root, "dist/.app-packages");
      rmSync(next, { recursive: true, force: true });
      mkdirSync(next, { recursive: true });
      try {
        for (const name of ["package.json", "package-lock.json"])
          writeFileSync(join(next, name), withoutTools(readFileSync(join(root, name), "utf8")));
        if (existsSync(join(root, ".npmrc"))) copyFileSync(join(root, ".npmrc"), join(next, ".npmrc"));
        await npmCi(next, ["--omit=dev"]);
        mkdirSync(join(next, "node_modules"), { recursive: true });
        rmSync(modules, { recursive: true, force: true });
        renameSync(join(next, "node_modules"), modules);
      } finally {
        rmSync(next, { recursive: true, force: true });
      }
      writeStamp(stamp, before);
    },
  };
}

/**
 * A manifest, or a lock with one in it, whose development packages are those that build the board only.
 * @param {string} text
 */
function withoutTools(text) {
  const content = JSON.parse(text);
  for (const manifest of [content, content.packages?.[""]]) {
    if (manifest?.devDependencies === undefined) continue;
    const { devDependencies, dependencies, ...rest } = manifest;
    const kept = Object.entries(devDependencies).filter(([name]) => boardPackages.includes(name));
    Object.assign(manifest, rest, {
      dependencies: { ...dependencies, ...Object.fromEntries(kept) },
      devDependencies: Object.fromEntries(
        Object.entries(devDependencies).filter(([name]) => !boardPackages.includes(name)),
      ),
    });
  }
  return JSON.stringify(content);
}

/**
 * Whether npm's record of what it installed matches the lock, package by package, and every package is there.
 * @param {string} folder
 */
function isComplete(folder) {
  try {
    const wanted = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
    const installed = JSON.parse(
      readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8"),
    ).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === "") return true;
      const there = installed[path];
      if (!there) return Boolean(entry.optional || entry.devOptional || entry.peer);
      return there.version === entry.version && existsSync(join(folder, path, "package.json"));
    });
  } catch {
    return false;
  }
}

/**
 * @param {string} folder
 * @param {string[]} parts explicit, since a NODE_ENV or the person's npm settings may leave parts out
 */
async function npmCi(folder, parts) {
  const env = nestedNpmEnvironment(process.env);
  const args = ["ci", ...parts, "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const script = npmScript();
  const run = script
    ? { argv: [script, ...args], node: process.execPath }
    : { argv: process.platform === "win32" ? ["cmd", "/d", "/s", "/c", "npm", ...args] : ["npm", ...args] };
  const ending = await runChild(run.argv, {
    cwd: folder,
    env,
    quiet: true,
    ...("node" in run ? { node: run.node } : {}),
  }).catch((error) => {
    throw error.code === "ENOENT" ? noNpm() : error;
  });
  if (ending.stoppedBy) throw new Interrupted(ending.stoppedBy);
  if (ending.code !== 0) throw npmFailed(ending);
}

/** npm's script: of the npm that runs this process, or of the one on PATH. */
function npmScript() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.[cm]?js$/.test(running) && existsSync(running)) return running;
  const folders = (process.env.PATH ?? process.env.Path ?? "").split(delimiter);
  const places = folders.flatMap((folder) => [
    join(folder, "node_modules/npm/bin/npm-cli.js"),
    join(folder, "../lib/node_modules/npm/bin/npm-cli.js"),
    join(folder, "../share/nodejs/npm/bin/npm-cli.js"),
  ]);
  return places.find((place) => existsSync(place));
}

function noNpm() {
  return new SetupError(
    "Could not find npm. It comes with Node: install Node from https://nodejs.org and try again.",
  );
}

/** @param {{ code: number | null, stderr: string }} ending */
function npmFailed({ code, stderr }) {
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (error|ERR!)\s*/, "").trimEnd());
  const detail = lines
    .filter((line) => line !== "" && !line.startsWith("at "))
    .slice(0, 8)
    .join("\n");
  if (OFFLINE.test(stderr)) {
    return new SetupError(
      `Could not reach the package registry. Connect to the network and try again.\n${detail}`,
    );
  }
  if (/\bENOSPC\b/.test(stderr)) return new SetupError(`The disk is full.\n${detail}`);
  return new SetupError(`Could not install the packages (npm ci, exit code ${code}).\n${detail}`);
}
