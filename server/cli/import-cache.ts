import { existsSync } from "node:fs";
import { enableCompileCache, flushCompileCache, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const packages = join(import.meta.dirname, "../../node_modules");
/** Beside the packages it belongs to: a folder that others may write to, as the system's own default, could hold foreign code. */
const cacheFolder = join(packages, ".cache/signalbox");
const manyExports = "drizzle-orm";
/**
 * Of each file that is read from the cache Node holds 4 KB and more until the cache is flushed, in all 10 MB. Flushed
 * every so many look-ups, the loading goes on in the same few.
 */
const lookUpsHeld = 64;

/**
 * Called before anything large is imported. Stripped types and compiled code are kept for the next start. And
 * Node 24 parses a package's whole `exports` map anew at every look-up and for each of its files, which for
 * drizzle's (180 KB, over a hundred files) takes 0.3 s and 200 MB; its paths are its files, which are found without
 * the map. Zod brings its messages in sixty languages; the service has only English ones.
 */
export function cacheImports(): void {
  enableCompileCache(process.env["NODE_COMPILE_CACHE"] ?? cacheFolder);
  // Both were meant for this process: agents and their tools keep to their own.
  delete process.env["NODE_COMPILE_CACHE"];
  delete process.env["MALLOC_MMAP_THRESHOLD_"];
  let lookUps = 0;
  registerHooks({
    resolve(specifier, context, next) {
      lookUps += 1;
      if (lookUps % lookUpsHeld === 0) flushCompileCache();
      const found = findQuickly(specifier, context.parentURL ?? "");
      return found ? { url: found.href, format: "module", shortCircuit: true } : next(specifier, context);
    },
  });
}

function findQuickly(specifier: string, parent: string): URL | undefined {
  if (specifier.startsWith(manyExports)) {
    const index = join(packages, specifier, "index.js");
    return pathToFileURL(existsSync(index) ? index : join(packages, `${specifier}.js`));
  }
  if (specifier === "../locales/index.js" && parent.includes("/node_modules/zod/"))
    return new URL("../locales/en.js", parent);
  const besides = specifier.startsWith(".") && parent.includes(`/node_modules/${manyExports}/`);
  return besides ? new URL(specifier, parent) : undefined;
}
