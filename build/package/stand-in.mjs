import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binary } from "../setup/binary.mjs";
import { runChild } from "../setup/child.mjs";

/**
 * A program that replaces Electron: it starts the packaged service with the packaged Node, logs as the shell does, and
 * exits on SIGTERM. It has a fuse wire with everything on, so that flipping the fuses is tested too.
 */
const program = `#!/bin/sh
# SIGNALBOX_STAND_IN
here=$(dirname "$(readlink -f "$0")")
exec "$here/resources/node/node" "$here/stand-in-main.mjs" "$@"
`;

const main = `import { mkdirSync, appendFileSync } from "node:fs";
import { join } from "node:path";
const real = join(import.meta.dirname, "resources/app.asar.unpacked");
const userData = process.argv.find((given) => given.startsWith("--user-data-dir="))?.slice(16) ?? ".";
mkdirSync(join(userData, "logs"), { recursive: true });
const { startService, createLogger } = await import(join(real, "dist/server/index.js"));
const service = await startService({ environment: process.env, rendererFolder: join(real, "dist/renderer"), log: createLogger({ level: "warn" }) });
appendFileSync(join(userData, "logs/signalbox.log"), '{"msg":"Signalbox has started"}\\n');
process.on("SIGTERM", () => service.close().then(() => process.exit(0)));
`;

const wire = Buffer.concat([
  Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX"),
  Buffer.from([1, 9]),
  Buffer.from("1".repeat(9)),
]);

/**
 * Packages the build with everything but Electron itself. Linux only, where an app is a folder with one program.
 * @param {string} root
 * @returns {Promise<string>} the folder of the unpacked app
 */
export async function packAroundStandIn(root) {
  const work = join(root, "dist/package-check");
  const electronDist = join(work, "electron");
  rmSync(work, { recursive: true, force: true });
  for (const folder of ["locales", "resources"]) mkdirSync(join(electronDist, folder), { recursive: true });
  writeFileSync(join(electronDist, "electron"), Buffer.concat([Buffer.from(program), wire]));
  chmodSync(join(electronDist, "electron"), 0o755);
  writeFileSync(join(electronDist, "stand-in-main.mjs"), main);
  writeFileSync(join(electronDist, "locales/en-US.pak"), "");
  const options = [`-c.electronDist=${electronDist}`, `-c.directories.output=${work}`];
  const argv = [...binary(root, "electron-builder"), "--linux", "dir", `--${process.arch}`, ...options];
  const ending = await runChild(argv, { cwd: root, env: process.env, node: process.execPath });
  if (ending.code !== 0) throw new Error("electron-builder failed.");
  return join(work, process.arch === "x64" ? "linux-unpacked" : `linux-${process.arch}-unpacked`);
}
