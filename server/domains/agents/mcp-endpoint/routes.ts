import { type Context, type Endpoint, endpoints } from "../../../http/mount.ts";
import type { Logger } from "../../../lib/logger.ts";
import { oneMessageAtATime } from "../../../mcp/batches.ts";
import type { CallOperation } from "../../../mcp/call-operation.ts";
import { chooseTools, type ToolGroup } from "../../../mcp/groups.ts";
import { serveSurface } from "../../../mcp/serve-surface.ts";
import type { Resource } from "../../../mcp/server.ts";
import { mcpRefusal } from "./errors.ts";
import { mcpOperations } from "./model.ts";
import { readScope } from "./rules.ts";

export interface McpDeps {
  groups: readonly ToolGroup[];
  resources: readonly Resource[];
  instructions: string;
  callAs(context: Context): CallOperation;
  /** The id of a session that is there; null where none is. */
  sessionIdOf(reference: string): number | null;
  /** Takes secrets out of all that an agent says. */
  redact(input: unknown): unknown;
  version: string;
  log: Logger;
}

/** An address stays as it was configured, so what is wrong with it is told once; and made-up names fill no log. */
const mostTold = 100;

export function mcpRoutes(deps: McpDeps): Endpoint[] {
  const { groups, resources, instructions, version, log } = deps;
  const usual = chooseTools(groups, null);
  const told = new Set<string>();

  function tellUnknown(names: readonly string[]): void {
    const unknown = names.filter((name) => !told.has(name)).slice(0, mostTold - told.size);
    for (const name of unknown) told.add(name);
    if (unknown.length > 0) log.warn({ unknown }, "[mcp] tool groups that there are not");
  }

  function callerOf(session: string | null): number | null {
    const id = session === null ? null : deps.sessionIdOf(session);
    if (session !== null && id === null) log.warn({ session }, "[mcp] the calling session is not known");
    return id;
  }

  function refuse(_input: unknown, { response }: Context): never {
    response.setHeader("allow", "POST");
    throw mcpRefusal("post_only");
  }

  return endpoints(mcpOperations, {
    async callMcp({ query }, http) {
      const { groups: names, roots, session } = readScope(query);
      const { tools, unknown } = names === null ? usual : chooseTools(groups, names);
      tellUnknown(unknown);
      const sessionId = callerOf(session);
      const caller = { actor: http.actor, sessionId, roots, call: deps.callAs(http) };
      const heard = sessionId === null ? {} : { clean: deps.redact };
      await serveSurface(http, { version, instructions, tools, resources, caller, log, ...heard });
    },
    streamMcp: refuse,
    endMcp: refuse,
  }).map((endpoint) => (endpoint.operation.id === "callMcp" ? oneMessageAtATime(endpoint) : endpoint));
}
