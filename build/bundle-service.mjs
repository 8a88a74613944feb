/**
 * Builds the service, its commands and its workers into the folder that is named: their own files, and the two packages of
 * many files, in few. Node spends a third of a start on finding, reading and linking 1,400 of them. Everything else stays
 * where it is: pi's extensions and migrations are found beside the sources, other packages in node_modules.
 */
import { rmSync } from "node:fs";
import { dirname, isAbsolute, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { workerFiles } from "./worker-files.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [outFolder] = process.argv.slice(2);
if (!outFolder) throw new Error("Name the folder to build into");
const bundled = /^(?:drizzle-orm|zod)(?:\/|$)/;
const workers = workerFiles(root);

rmSync(outFolder, { recursive: true, force: true });
await buildEntries(outFolder, { cli: "server/bundled-cli.ts" });
// Apart from the commands, which would otherwise start from many more files: all those that they share with a worker.
await buildEntries(outFolder, Object.fromEntries(workers.map((file) => [builtName(file), file])));

/**
 * @param {string} outDir
 * @param {Record<string, string>} entries their files by their name in the built folder
 */
async function buildEntries(outDir, entries) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [placesOfSources(), oneLanguage(), asciiOnly()],
    ssr: { noExternal: bundled },
    build: {
      ssr: true,
      target: "node24",
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
        external: (id) => !id.startsWith(".") && !isAbsolute(id) && !bundled.test(id),
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
}

/**
 * The name of a built worker. All are in one folder, and some sources have the same file name.
 * @param {string} file
 */
function builtName(file) {
  return file.replace(/\.ts$/, "").replaceAll("/", "-");
}

/**
 * Lets a module find the built workers, and any other file beside its source. The built folder is two below the root, as
 * dist/service is.
 * @returns {import("vite").Plugin}
 */
function placesOfSources() {
  /** @param {string} path */
  const url = (path) => `new URL(${JSON.stringify(path)}, import.meta.url)`;
  /** @param {string} file */
  const place = (file) => url(workers.includes(file) ? `./${builtName(file)}.js` : `../../${file}`);
  return {
    name: "signalbox-places-of-sources",
    transform(code, id) {
      const source = relative(root, id).replaceAll("\\", "/");
      if (!source.startsWith("server/") || !code.includes("import.meta.")) return null;
      const folder = posix.dirname(source);
      const moved = code.replaceAll(
        /new URL\("([^"]+)", import\.meta\.url\)|\bimport\.meta\.(url|dirname)\b/g,
        (_found, named, property) => {
          if (named !== undefined) return place(posix.join(folder, named));
          if (property === "url") return `${place(source)}.href`;
          return `process.getBuiltinModule("node:url").fileURLToPath(${place(folder)})`;
        },
      );
      return { code: moved, map: null };
    },
  };
}

/**
 * Zod brings its messages in sixty languages; the service needs only English.
 * @returns {import("vite").Plugin}
 */
function oneLanguage() {
  return {
    name: "signalbox-one-language",
    resolveId(id, importer) {
      if (id !== "../locales/index.js" || !importer?.includes("/node_modules/zod/")) return null;
      return join(dirname(importer), "../locales/en.js");
    },
  };
}

/**
 * Writes other characters as escapes: V8 keeps a source that has one of them, such as a typographic quote, with two bytes
 * for each of its characters for as long as the service runs.
 * @returns {import("vite").Plugin}
 */
function asciiOnly() {
  return {
    name: "signalbox-ascii-only",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = inAscii(file);
      },
    },
  };
}

/** @param {{ code: string, fileName: string }} chunk */
function inAscii({ code, fileName }) {
  if (/\\[^\0-\x7f]/.test(code))
    throw new Error(`${fileName} has a backslash before a character beyond ASCII`);
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
