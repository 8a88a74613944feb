/**
 * `node build/check-package.mjs [folder]` checks an unpacked package (dist/package by default): its files, its native
 * modules, its fuses, and whether its service starts with plain Node, responds, and runs a session of the packaged pi
 * on the scripted model. `--stand-in` first builds a package around a stand-in for Electron, which needs no Electron
 * binary: everything but the window is then real.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { listArchive } from "./package/asar-list.mjs";
import { findPackage } from "./package/layout.mjs";
import { packageProblems, wrongFuses } from "./package/rules.mjs";
import { packAroundStandIn } from "./package/stand-in.mjs";
import { billProblems } from "./sbom.mjs";

const root = join(import.meta.dirname, "..");
const packageManifest = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/;
const startLimitMs = 90_000;
const [, , ...args] = process.argv;

process.exitCode = await check();

async function check() {
  const folder = args.includes("--stand-in")
    ? await packAroundStandIn(root)
    : (args[0] ?? join(root, "dist/package"));
  const found = findPackage(folder);
  const files = listArchive(join(found.resources, "app.asar"));
  const problems = [
    ...packageProblems(files, found.target),
    ...missingOnDisk(found, files),
    ...materialProblems(found, files),
    ...fuseProblems(found.electron),
    ...(await serviceProblems(found)),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${found.resources}: ${files.length} files, ${problems.length} problems\n`);
  return problems.length === 0 ? 0 : 1;
}

/**
 * @param {import("./package/layout.mjs").Package} found
 * @param {ReturnType<typeof listArchive>} files
 */
function missingOnDisk({ resources, node }, files) {
  const lost = files.filter(
    ({ path, unpacked }) => unpacked && !existsSync(join(resources, "app.asar.unpacked", path)),
  );
  return [
    ...lost.map(({ path }) => `${path} is listed but missing.`),
    ...(node === null || existsSync(node) ? [] : [`Node for pi is missing at ${node}.`]),
  ];
}

/**
 * What the bill of materials says, compared with the packages that are really there.
 * @param {import("./package/layout.mjs").Package} found
 * @param {ReturnType<typeof listArchive>} files
 */
function materialProblems({ resources }, files) {
  /** @param {string} path */
  const read = (path) => JSON.parse(readFileSync(join(resources, "app.asar.unpacked", path), "utf8"));
  const manifests = files.filter(({ path }) => packageManifest.test(path)).map(({ path }) => read(path));
  return billProblems(read("dist/renderer/sbom.cdx.json"), manifests);
}

/** @param {string} electron */
function fuseProblems(electron) {
  const { electronFuses } = z
    .object({ electronFuses: z.record(z.string(), z.boolean()) })
    .parse(parse(readFileSync(join(root, "electron-builder.yml"), "utf8")));
  const wrong = wrongFuses(readFileSync(electron), electronFuses);
  return wrong === null
    ? ["The Electron binary has no fuses."]
    : wrong.map((name) => `The fuse ${name} does not match the configuration.`);
}

/**
 * Runs with the packaged Node, if any, on a copy outside this checkout: inside it, a module that was not packaged would
 * be found in the checkout's node_modules.
 * @param {import("./package/layout.mjs").Package} found
 */
async function serviceProblems({ resources, node }) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-package-"));
  const app = join(folder, "app");
  cpSync(join(resources, "app.asar.unpacked"), app, { recursive: true, verbatimSymlinks: true });
  const tryPackage = join(import.meta.dirname, "try-package.mjs");
  const child = spawn(node ?? process.execPath, [tryPackage, app, folder], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    timeout: startLimitMs,
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  for await (const piece of child.stdout) output += piece;
  const code = await ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return code === 0 && output.includes("closed")
    ? []
    : [`The packaged service failed (${String(code)}): ${output.trim()}`];
}
