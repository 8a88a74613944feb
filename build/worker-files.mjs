import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The files that run as worker threads, beside the code that starts them: worker.ts or x-worker.ts.
 * @param {string} root
 * @returns {string[]} relative to root, with forward slashes
 */
export function workerFiles(root) {
  const names = readdirSync(join(root, "server"), { recursive: true, encoding: "utf8" });
  return names
    .map((name) => `server/${name.replaceAll("\\", "/")}`)
    .filter((name) => /[/-]worker\.ts$/.test(name))
    .sort();
}
