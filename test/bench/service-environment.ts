import { join } from "node:path";
import { testEnvironment } from "../support/service.ts";

export const benchKey = "bench-api-key-0123456789";

/** Where the npm scripts keep compiled code; without it the service also loads the type stripper, 12 MB. */
const compileCache = join(import.meta.dirname, "../../node_modules/.cache/signalbox");

/**
 * The environment of a service in `dataFolder`, like that of the npm scripts; it logs to a file as usual. Without a model,
 * nothing listens at the providers' addresses.
 */
export const serviceEnvironment = (
  dataFolder: string,
  options: { modelUrl?: string } = {},
): Record<string, string> => ({
  MALLOC_MMAP_THRESHOLD_: "32768",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? compileCache,
  ...testEnvironment({
    folder: `${dataFolder}-home`,
    modelUrl: options.modelUrl ?? "http://127.0.0.1:9",
    key: benchKey,
    extra: { SERVICE_WEB_OPEN: "1", SERVICE_DATA_DIR: dataFolder, SERVICE_LOG_FILE: `${dataFolder}.log` },
  }),
});
