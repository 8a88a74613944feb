import { z } from "zod";
import { errorBody, operation } from "../../../http/model.ts";

const shared = {
  path: "/mcp",
  base: "root",
  source: "E69",
  callers: ["api", "mcp", "native"],
  keyIn: "either",
  challenge: { resourceMetadata: "/.well-known/oauth-protected-resource/mcp", scope: "mcp" },
} as const;
/** The protocol's other two methods; nothing is kept between two requests that they could be for. */
const never = { ...shared, status: 405, response: errorBody } as const;

const names = z.string().optional();

/** Part of the address that a client is configured with; nothing in a message changes it. */
const scope = z.object({
  /** Comma list; absent or empty is every base group. */
  tool_groups: names,
  /** Comma list; absent or empty is all of them. */
  allowed_agent_roots: names,
  /** The session whose agent calls. */
  session_id: z.string().optional(),
});
export type ScopeQuery = z.output<typeof scope>;

export const mcpOperations = {
  callMcp: operation({
    ...shared,
    id: "callMcp",
    method: "post",
    summary: "MCP over streamable HTTP: one JSON-RPC message, answered as plain JSON",
    query: scope,
    /** A JSON-RPC message; judged by the protocol. */
    body: z.looseObject({}),
    bodyLimit: 4 * 1024 * 1024,
    response: z.unknown(),
    otherStatuses: [202],
    errors: [400, 404],
  }),
  streamMcp: operation({
    ...never,
    id: "streamMcp",
    method: "get",
    summary: "Always refused: every answer comes with its request",
  }),
  endMcp: operation({
    ...never,
    id: "endMcp",
    method: "delete",
    summary: "Always refused: there is no MCP connection to end",
  }),
} as const;
