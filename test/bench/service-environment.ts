import { testEnvironment } from "../support/service.ts";

export const benchKey = "bench-api-key-0123456789";

/**
 * The environment of a service in `dataFolder`, as the npm scripts give it; it logs as usual, to a file. Without a
 * model nothing listens where the providers should be.
 */
export const serviceEnvironment = (
  dataFolder: string,
  options: { modelUrl?: string } = {},
): Record<string, string> => ({
  ...compileCache(),
  ...testEnvironment({
    folder: `${dataFolder}-home`,
    modelUrl: options.modelUrl ?? "http://127.0.0.1:9",
    key: benchKey,
    extra: { SERVICE_DATA_DIR: dataFolder, SERVICE_LOG_FILE: `${dataFolder}.log` },
  }),
});

function compileCache(): Record<string, string> {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
