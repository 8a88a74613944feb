import { existsSync } from "node:fs";
import { join } from "node:path";
import { binary } from "./binary.mjs";
import { builtFolder } from "./built-folder.mjs";
import { filesBelow } from "./stamp.mjs";

/**
 * The built renderer in dist/renderer, and its sources.
 * @param {string} root
 */
export function board(root) {
  return {
    hasSources: () => existsSync(join(root, "renderer/index.html")),
    ...builtFolder(root, {
      name: "board",
      folder: "renderer",
      main: "index.html",
      sources: () => sources(root),
      argv: (outFolder) => {
        const vite = [...binary(root, "vite"), "build", "--config", "build/vite.config.ts"];
        return [...vite, "--outDir", outFolder, "--logLevel", "warn"];
      },
    }),
  };
}

/** @param {string} root */
function sources(root) {
  const models = filesBelow(root, "server").filter((file) => /[\\/]model\.ts$/.test(file));
  return [
    "package-lock.json",
    "build/vite.config.ts",
    "build/api-docs.mjs",
    "build/docs-site.mjs",
    "build/licenses.mjs",
    "build/page-operations.mjs",
    "build/page-preloads.mjs",
    ...filesBelow(root, "renderer"),
    ...filesBelow(root, "docs").filter((file) => file.endsWith(".md")),
    ...models,
  ];
}
