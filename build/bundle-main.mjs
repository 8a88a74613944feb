/**
 * Builds what Electron runs: the shell, the service and its workers as plain JavaScript in dist/, one file per source in
 * the same tree, so that the service finds the files beside its own; and the preload as one file. Packages are not
 * bundled but stay in node_modules.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { workerFiles } from "./worker-files.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const shared = { root, configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ("warn") };

for (const folder of ["main", "server", "migrations"]) {
  rmSync(join(dist, folder), { recursive: true, force: true });
}
const workers = workerFiles(root);
await bundleTree(["main/index.ts", "server/index.ts", ...workers]);
await bundlePreload();
cpSync(join(root, "migrations"), join(dist, "migrations"), { recursive: true });

/** @param {string[]} entries */
async function bundleTree(entries) {
  await build({
    ...shared,
    plugins: [runtimeFiles()],
    build: {
      ssr: true,
      target: "node24",
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: {
        input: entries.map((entry) => join(root, entry)),
        external: (id) => !id.startsWith(".") && !isAbsolute(id),
        output: {
          format: "es",
          preserveModules: true,
          preserveModulesRoot: root,
          entryFileNames: "[name].js",
        },
      },
    },
  });
}

/** A sandboxed preload cannot import, so it must be one CommonJS file. */
async function bundlePreload() {
  await build({
    ...shared,
    build: {
      ssr: true,
      target: "node24",
      outDir: join(dist, "main"),
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, "main/preload.ts"),
        external: ["electron"],
        output: { format: "cjs", entryFileNames: "preload.cjs" },
      },
    },
  });
}

/**
 * Handles files that the service names in string literals, relative to the file that names them. Our workers are built,
 * so their extension is changed; any other file (an extension that pi loads, a text) is copied unchanged. A path that is
 * concatenated from parts would be missed, so it fails the build.
 * @returns {import("vite").Plugin}
 */
function runtimeFiles() {
  const sources = sourcesIn("server");
  return {
    name: "signalbox-runtime-files",
    renderChunk(code, chunk) {
      const source = chunk.facadeModuleId;
      if (!source) return null;
      return code.replace(/(["'`])[\w./-]+\.(?:ts|mjs|cjs|md|txt|json|html)\1/g, (literal) => {
        const path = literal.slice(1, -1);
        const named = resolve(dirname(source), path);
        const name = relative(root, named).replaceAll("\\", "/");
        if (workers.includes(name)) return literal.replace(/\.ts(?=.$)/, ".js");
        if (existsSync(named) && name.startsWith("server/")) copySource(named);
        else if (code.includes("import.meta") && sources.some((known) => known.endsWith(`/${path}`))) {
          this.error(
            `${relative(root, source)} builds the path ${literal} from parts: write the relative path as one string`,
          );
        }
        return literal;
      });
    },
  };
}

/**
 * Copies a file with the sources that it imports, since they are resolved beside it.
 * @param {string} file
 */
function copySource(file) {
  const target = join(dist, relative(root, file));
  if (existsSync(target)) return;
  cpSync(file, target);
  const source = readFileSync(file, "utf8");
  for (const [, path = ""] of source.matchAll(/\b(?:from\s+|import\()["'](\.[^"']+\.ts)["']/g))
    copySource(resolve(dirname(file), path));
}

/**
 * @param {string} folder
 * @returns {string[]} relative to the project, with forward slashes
 */
function sourcesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((name) => /(?<!\.test|\.d)\.ts$/.test(name) && statSync(join(root, name)).isFile());
}
