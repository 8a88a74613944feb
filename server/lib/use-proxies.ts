import { directLoopback, hasProxy } from "./proxy-rules.ts";

/** Not an import, which would load Node's fetch and WebSocket. */
const http = process.getBuiltinModule("node:http");

/**
 * Lets the requests of this process go through the proxies that the environment names, but for those to this machine. Returns
 * what ends it. Requests to addresses that a third party chose go out directly (`safeFetch`), as their addresses are checked here.
 */
export function useProxies(environment: Readonly<Record<string, string | undefined>>): () => void {
  if (!hasProxy(environment)) return () => {};
  const set = Object.entries({ ...environment, ...directLoopback(environment) });
  return http.setGlobalProxyFromEnv(Object.fromEntries(set.filter(([, value]) => value)));
}
