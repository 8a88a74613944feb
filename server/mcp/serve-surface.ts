import type { Http } from "./endpoint.ts";
import type { Surface } from "./server.ts";

const load = () => Promise.all([import("./endpoint.ts"), import("./server.ts")]);
let loaded: ReturnType<typeof load> | undefined;

/**
 * Answers one POST of streamable HTTP for this surface. The MCP package is loaded on the first call and kept: it takes 10 MB
 * that an idle service does not need, and importing it for each call would be slow.
 */
export async function serveSurface(http: Http, surface: Surface): Promise<void> {
  loaded ??= load();
  const [{ serveMcp }, { mcpServer }] = await loaded;
  await serveMcp(http, () => mcpServer(surface));
}
