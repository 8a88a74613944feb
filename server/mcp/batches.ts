import { type Endpoint, Reply } from "../http/mount.ts";

/** What the protocol answers to a batch, or to anything else that is no message: it has had none since 2025-06-18. */
const notOneMessage = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_600, message: "Invalid Request: send one JSON-RPC message at a time" },
};

/** The endpoint, with a batch refused in the words of the protocol where messages are taken. */
export const oneMessageAtATime = (endpoint: Endpoint): Endpoint =>
  endpoint.operation.method === "post"
    ? { ...endpoint, before: (body) => (Array.isArray(body) ? new Reply(400, notOneMessage) : undefined) }
    : endpoint;
