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
/** The protocol's other two methods. Nothing is kept between requests, so there is nothing for them to do. */
const never = { ...shared, status: 405, response: errorBody } as const;

const names = z.string().optional();

/** Part of the address that a client is configured with; messages cannot change it. */
const scope = z.object({
  /** Separated by commas; all base groups if absent or empty. */
  tool_groups: names,
  /** Separated by commas; all if absent or empty. */
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
    summary: "Handle one JSON-RPC message of MCP over streamable HTTP; answers as plain JSON",
    query: scope,
    /** A JSON-RPC message; the protocol validates it. */
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
    summary: "Always refused: each answer is sent in response to its request",
  }),
  endMcp: operation({
    ...never,
    id: "endMcp",
    method: "delete",
    summary: "Always refused: there is no MCP connection to end",
  }),
} as const;
