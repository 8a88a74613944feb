import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { binary } from "./binary.mjs";
import { runChild } from "./child.mjs";
import { Interrupted, SetupError } from "./report.mjs";
import { filesBelow, hashFiles, isStamped, removeStamp, writeStamp } from "./stamp.mjs";

/**
 * The built renderer in dist/renderer, and its sources.
 * @param {string} root
 */
export function board(root) {
  const built = join(root, "dist/renderer");
  const stamp = join(root, "dist/renderer.json");
  const facts = () => ({ sources: hashFiles(root, sources(root)) });
  return {
    hasSources: () => existsSync(join(root, "renderer/index.html")),
    isReady: () => existsSync(join(built, "index.html")) && isStamped(stamp, facts()),

    /**
     * Builds beside the old one and then replaces it, so that a running service never serves half a board.
     * @param {{ node: string, env: NodeJS.ProcessEnv }} options
     */
    async build({ node, env }) {
      const before = facts();
      const next = `${built}.next`;
      const vite = [...binary(root, "vite"), "build", "--config", "build/vite.config.ts"];
      const argv = [...vite, "--outDir", next, "--logLevel", "warn"];
      removeStamp(stamp);
      // The test runner's NODE_ENV would make this a development build.
      const production = { ...env, NODE_ENV: "production" };
      const ending = await runChild(argv, { cwd: root, env: production, node, quiet: true });
      if (ending.stoppedBy) throw new Interrupted(ending.stoppedBy);
      if (ending.code !== 0) throw new SetupError(`Could not build the board.\n${ending.stderr.trim()}`);
      rmSync(built, { recursive: true, force: true });
      renameSync(next, built);
      writeStamp(stamp, before);
    },
  };
}

/** @param {string} root */
function sources(root) {
  const models = filesBelow(root, "server").filter((file) => /[\\/]model\.ts$/.test(file));
  return [
    "package-lock.json",
    "build/vite.config.ts",
    "build/licenses.mjs",
    "build/page-operations.mjs",
    "build/page-preloads.mjs",
    ...filesBelow(root, "renderer"),
    ...models,
  ];
}
