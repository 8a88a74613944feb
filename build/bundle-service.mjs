/**
 * Builds the service and its commands into the folder that is named: their own files, and the two packages of many files,
 * in few. Node spends a third of a start on finding, reading and linking 1,400 of them. Everything else stays where it is:
 * workers, pi's extensions and migrations are found beside the sources, other packages in node_modules.
 */
import { dirname, isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [outFolder] = process.argv.slice(2);
if (!outFolder) throw new Error("Name the folder to build into");
const bundled = /^(?:drizzle-orm|zod)(?:\/|$)/;

await build({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [placesOfSources(), oneLanguage(), asciiOnly()],
  ssr: { noExternal: bundled },
  build: {
    ssr: true,
    target: "node24",
    outDir: outFolder,
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      input: { cli: join(root, "server/bundled-cli.ts") },
      external: (id) => !id.startsWith(".") && !isAbsolute(id) && !bundled.test(id),
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});

/**
 * Lets a module find files beside its source. The built folder is two below the root, as dist/service is.
 * @returns {import("vite").Plugin}
 */
function placesOfSources() {
  return {
    name: "signalbox-places-of-sources",
    transform(code, id) {
      const source = relative(root, id).replaceAll("\\", "/");
      if (!source.startsWith("server/") || !code.includes("import.meta.")) return null;
      const url = (/** @type {string} */ path) =>
        `new URL(${JSON.stringify(`../../${path}`)}, import.meta.url)`;
      const folder = `process.getBuiltinModule("node:url").fileURLToPath(${url(dirname(source))})`;
      const moved = code
        .replaceAll(/\bimport\.meta\.url\b/g, `${url(source)}.href`)
        .replaceAll(/\bimport\.meta\.dirname\b/g, folder);
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
