import { type Endpoint, Reply } from "../http/mount.ts";

/** The protocol's answer to a batch or another invalid message. MCP has had no batches since 2025-06-18. */
const notOneMessage = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_600, message: "Invalid Request: send one JSON-RPC message at a time" },
};

/** Wraps an endpoint so that it refuses batches with an error of the protocol. */
export const oneMessageAtATime = (endpoint: Endpoint): Endpoint =>
  endpoint.operation.method === "post"
    ? { ...endpoint, before: (body) => (Array.isArray(body) ? new Reply(400, notOneMessage) : undefined) }
    : endpoint;
