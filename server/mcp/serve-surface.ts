import type { Http } from "./endpoint.ts";
import type { Surface } from "./server.ts";

const load = () => Promise.all([import("./endpoint.ts"), import("./server.ts")]);
let loaded: ReturnType<typeof load> | undefined;

/**
 * Answers one POST of streamable HTTP for this surface. The protocol's package comes with the first: it takes 10 MB
 * that an idle service should not hold, and to import it again for each call takes a good part of the call.
 */
export async function serveSurface(http: Http, surface: Surface): Promise<void> {
  loaded ??= load();
  const [{ serveMcp }, { mcpServer }] = await loaded;
  await serveMcp(http, () => mcpServer(surface));
}
