import type { Idempotency } from "../../../http/idempotency.ts";
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
  /** The id of an existing session, or null. */
  sessionIdOf(reference: string): number | null;
  /** Removes secrets from what an agent sends. */
  redact(input: unknown): unknown;
  /** Counts what the agent of a session does. Throws a refusal if it is one too many. */
  spend(sessionId: number, tool: string, input: unknown): void;
  version: string;
  log: Logger;
  /** Carries out calls with an idempotency key once. */
  idempotency: Idempotency;
}

/** Each unknown name is logged once, up to this many, so that invented names cannot fill the log. */
const MAX_LOGGED_NAMES = 100;

export function mcpRoutes(deps: McpDeps): Endpoint[] {
  const { groups, resources, instructions, version, idempotency, log } = deps;
  const defaultTools = chooseTools(groups, null);
  const logged = new Set<string>();

  function logUnknown(names: readonly string[]): void {
    const unknown = names.filter((name) => !logged.has(name)).slice(0, MAX_LOGGED_NAMES - logged.size);
    for (const name of unknown) logged.add(name);
    if (unknown.length > 0) log.warn({ unknown }, "[mcp] unknown tool groups");
  }

  function callerOf(session: string | null): number | null {
    const id = session === null ? null : deps.sessionIdOf(session);
    if (session !== null && id === null) log.warn({ session }, "[mcp] unknown calling session");
    return id;
  }

  function refuse(_input: unknown, { response }: Context): never {
    response.setHeader("allow", "POST");
    throw mcpRefusal("post_only");
  }

  return endpoints(mcpOperations, {
    async callMcp({ query }, http) {
      const { groups: names, roots, session } = readScope(query);
      const { tools, unknown } = names === null ? defaultTools : chooseTools(groups, names);
      logUnknown(unknown);
      const sessionId = callerOf(session);
      const call = deps.callAs({ ...http, agentSession: sessionId });
      const caller = { actor: http.actor, sessionId, roots, call };
      const ofAgent =
        sessionId === null
          ? {}
          : {
              clean: deps.redact,
              spend: (tool: string, input: unknown): void => deps.spend(sessionId, tool, input),
            };
      await serveSurface(http, {
        version,
        idempotency,
        instructions,
        tools,
        resources,
        caller,
        log,
        ...ofAgent,
      });
    },
    streamMcp: refuse,
    endMcp: refuse,
  }).map((endpoint) => (endpoint.operation.id === "callMcp" ? oneMessageAtATime(endpoint) : endpoint));
}
