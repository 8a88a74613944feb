import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./child.mjs";
import { Interrupted, SetupError } from "./report.mjs";
import { isUnchanged, removeStamp, stampOf, writeStamp } from "./stamp.mjs";

/**
 * What is built into a folder of dist/: from which files, and by which program, which is given the folder to write to.
 * @typedef {{ name: string, folder: string, main: string, sources(): string[], argv(outFolder: string): string[] }} Build
 */

/**
 * @param {string} root
 * @param {Build} of
 */
export function builtFolder(root, { name, folder, main, sources, argv }) {
  const built = join(root, "dist", folder);
  const stamp = `${built}.json`;
  return {
    isReady: () => existsSync(join(built, main)) && isUnchanged(stamp, root, sources()),

    /**
     * Builds beside the old one and then replaces it, so that a running service never serves half a board.
     * @param {{ node: string, env: NodeJS.ProcessEnv }} options
     */
    async build({ node, env }) {
      const before = stampOf(root, sources());
      const next = `${built}.next`;
      removeStamp(stamp);
      // The test runner's NODE_ENV would make this a development build.
      const production = { ...env, NODE_ENV: "production" };
      const ending = await runChild(argv(next), { cwd: root, env: production, node, quiet: true });
      if (ending.stoppedBy) throw new Interrupted(ending.stoppedBy);
      if (ending.code !== 0) throw new SetupError(`Could not build the ${name}.\n${ending.stderr.trim()}`);
      rmSync(built, { recursive: true, force: true });
      renameSync(next, built);
      writeStamp(stamp, before);
    },
  };
}
