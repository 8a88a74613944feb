/**
 * `node build/launch-package.mjs [folder]` starts an unpacked package as a person would, with its own data folder, waits
 * until the shell has started (service, window, tray) and the board responds, and quits it. On Linux without a display,
 * run it with xvfb-run.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findPackage } from "./package/layout.mjs";

const timeoutMs = 90_000;
const root = join(import.meta.dirname, "..");
const { executable } = findPackage(process.argv[2] ?? join(root, "dist/package"));
const folder = mkdtempSync(join(tmpdir(), "signalbox-launch-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const logFile =
  process.platform === "darwin"
    ? join(homedir(), "Library/Logs/Signalbox/signalbox.log")
    : join(folder, "logs/signalbox.log");

const child = spawn(executable, [`--user-data-dir=${folder}`, ...sandboxFlags()], {
  cwd: folder,
  env: { ...process.env, SERVICE_PORT: String(port), SERVICE_DATA_DIR: join(folder, "data") },
  stdio: "inherit",
});
/** @type {Promise<number | null>} */
const ended = new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));

try {
  await Promise.race([
    started(),
    ended.then((code) => Promise.reject(new Error(`The app exited with code ${String(code)}.`))),
  ]);
  const { status } = await fetch(url, { headers: { Accept: "text/html" } });
  if (status !== 200) throw new Error(`The board responded with ${status}.`);
  child.kill("SIGTERM");
  const code = await ended;
  // Windows has no SIGTERM: there the process was killed.
  if (process.platform !== "win32" && code !== 0) throw new Error(`The app quit with code ${String(code)}.`);
  process.stdout.write(`${executable} started, served the board and quit.\n`);
} catch (error) {
  if (existsSync(logFile)) process.stderr.write(readFileSync(logFile, "utf8"));
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  child.kill("SIGKILL");
  await ended.catch(() => null);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Waits for the log line that comes last, when everything has started. */
async function started() {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const log = existsSync(logFile) ? readFileSync(logFile, "utf8") : "";
    if (log.includes("could not start")) throw new Error("The app could not start.");
    if (log.includes("Signalbox has started") && (await isUp())) return;
    await pause(250);
  }
  throw new Error(`The app did not start within ${timeoutMs / 1000} s.`);
}

/** @returns {Promise<boolean>} */
function isUp() {
  return fetch(`${url}/up`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** An unpacked app has no setuid helper, and hosted Linux machines do not allow user namespaces without one. */
function sandboxFlags() {
  return process.platform === "linux" && process.env["CI"] ? ["--no-sandbox"] : [];
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address
          ? resolve(address.port)
          : reject(new Error("Could not find a free port.")),
      );
    });
  });
}
