import { z } from "zod";
import { errorBody, operation } from "../../../http/model.ts";

const shared = { path: "/mcp/self", base: "root", callers: ["anyone"] } as const;
/** The protocol's other two methods; nothing is kept between two requests that they could be for. */
const never = { ...shared, status: 405, response: errorBody, errors: [401, 403] } as const;

/** The bearer token is judged inside: it is no credential of a person or of a key. */
export const selfSessionOperations = {
  callSelfSession: operation({
    ...shared,
    id: "callSelfSession",
    method: "post",
    summary: "MCP over streamable HTTP: a session's agent reaches its own session",
    /** A JSON-RPC message; judged by the protocol. */
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
