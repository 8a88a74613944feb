import { z } from "zod";
import { errorBody, operation } from "../../../http/model.ts";

const shared = { path: "/mcp/self", base: "root", callers: ["anyone"] } as const;
/** The protocol's other two methods, which do not apply because requests are stateless. */
const never = { ...shared, status: 405, response: errorBody, errors: [401, 403] } as const;

/** The handler checks the bearer token, which is neither a person's nor an API key's credential. */
export const selfSessionOperations = {
  callSelfSession: operation({
    ...shared,
    id: "callSelfSession",
    method: "post",
    summary: "MCP over streamable HTTP: a session's agent reaches its own session",
    /** A JSON-RPC message, validated by the protocol. */
    body: z.looseObject({}),
    bodyLimit: 4 * 1024 * 1024,
    response: z.unknown(),
    otherStatuses: [202],
    errors: [400, 401, 403, 404],
  }),
  streamSelfSession: operation({
    ...never,
    id: "streamSelfSession",
    method: "get",
    summary: "Always refused: every answer comes with its request",
  }),
  endSelfSession: operation({
    ...never,
    id: "endSelfSession",
    method: "delete",
    summary: "Always refused: there is no MCP connection to end",
  }),
} as const;
