import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtFolder } from "./built-folder.mjs";
import { filesBelow } from "./stamp.mjs";

const script = "build/bundle-service.mjs";

/**
 * The service and its commands as a few files in dist/service, which start faster than 1,400.
 * @param {string} root
 */
export function service(root) {
  return {
    hasSources: () => existsSync(join(root, "server/bundled-cli.ts")),
    ...builtFolder(root, {
      name: "service",
      folder: "service",
      main: "cli.js",
      sources: () => [
        "package-lock.json",
        script,
        "build/worker-files.mjs",
        ...filesBelow(root, "server").filter((file) => /(?<!\.test)\.(?:ts|json)$/.test(file)),
      ],
      argv: (outFolder) => [script, outFolder],
    }),
  };
}

/**
 * The program to run for `signalbox` and its commands, relative to root.
 * @param {string} root
 */
export const serviceProgram = (root) =>
  service(root).hasSources() ? "dist/service/cli.js" : "server/cli.ts";
