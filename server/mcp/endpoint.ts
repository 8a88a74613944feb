import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";

export interface Http {
  request: ExpressRequest;
  response: ExpressResponse;
}

/** Makes the server that answers one request; called once per request. */
export type Build = () => Server | McpServer;

/**
 * Answers one POST of streamable HTTP with plain JSON, for clients of the current stateless revision and for those that
 * start with `initialize`. Host, Origin and credential are checked and the body is parsed before.
 */
export async function serveMcp({ request, response }: Http, build: Build): Promise<void> {
  const parsedBody: unknown = request.body;
  const asked = webRequest(request);
  const answer = (await isLegacyRequest(asked, parsedBody))
    ? await answerLegacy(asked, parsedBody, build)
    : await answerCurrent(asked, parsedBody, build);
  response.status(answer.status);
  response.setHeaders(answer.headers);
  // As text it is sent together with the headers.
  response.end(await answer.text());
}

/** Only the headers that the protocol needs: the caller is authenticated already. */
function webRequest(request: ExpressRequest): Request {
  const { method, headers, originalUrl } = request;
  const read = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && isOfProtocol(name) ? [[name, value]] : [],
  );
  const asked = new Request(`http://${headers.host}${originalUrl}`, { method, headers: read });
  // The protocol also wants event streams accepted, but the answer is always JSON.
  if (request.accepts("application/json")) asked.headers.set("accept", everyAnswer);
  return asked;
}

const everyAnswer = "application/json, text/event-stream";

const isOfProtocol = (name: string): boolean =>
  name === "accept" || name === "content-type" || name.startsWith("mcp-");

/** Refuses subscriptions: nothing changes during a connection, and the answer would never end. */
function answerCurrent(asked: Request, parsedBody: unknown, build: Build): Promise<Response> {
  const handler = createMcpHandler(build, { legacy: "reject", maxSubscriptions: 0 });
  return handler.fetch(asked, { parsedBody });
}

/** The SDK's own fallback would answer these clients with an event stream. */
async function answerLegacy(asked: Request, parsedBody: unknown, build: Build): Promise<Response> {
  const server = build();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, { parsedBody });
  } finally {
    await server.close();
  }
}
