import type { Logger } from "./logger.ts";
import { hasProxy, ownProxies } from "./proxy-rules.ts";

/** Not an import, which would load Node's fetch and WebSocket. */
const http = process.getBuiltinModule("node:http");

/**
 * Lets the requests of this process go through the proxies that the environment names, but for those to this machine. Returns
 * what ends it. Requests to addresses that a third party chose go out directly (`safeFetch`), as their addresses are checked here.
 */
export function useProxies(
  environment: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, "warn">,
): () => void {
  if (!hasProxy(environment)) return () => {};
  const { used, ignored } = ownProxies(environment);
  if (ignored.length > 0)
    log.warn({ variables: ignored }, "not an HTTP proxy, so the service's own requests do not use it");
  return http.setGlobalProxyFromEnv(used);
}
