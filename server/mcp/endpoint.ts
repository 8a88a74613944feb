import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { mcpServer, type Surface } from "./server.ts";

/**
 * Answers one POST of streamable HTTP with plain JSON, for clients of the current stateless revision and for those
 * that open with `initialize`. Host, Origin and credential are judged before; the body is parsed already.
 */
export async function serveMcp<Context>(
  { request, response }: { request: ExpressRequest; response: ExpressResponse },
  surface: Surface<Context>,
): Promise<void> {
  const parsedBody: unknown = request.body;
  const asked = webRequest(request);
  const answer = (await isLegacyRequest(asked, parsedBody))
    ? await answerLegacy(asked, parsedBody, surface)
    : await answerCurrent(asked, parsedBody, surface);
  response.status(answer.status);
  response.setHeaders(answer.headers);
  response.end(Buffer.from(await answer.arrayBuffer()));
}

const webRequest = ({ method, headersDistinct, headers, originalUrl }: ExpressRequest): Request => {
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Request(`http://${headers.host}${originalUrl}`, { method, headers: pairs });
};

/** Nothing ever changes under a client's eyes here, so no subscription is opened: it would be the one endless answer. */
function answerCurrent<Context>(
  asked: Request,
  parsedBody: unknown,
  surface: Surface<Context>,
): Promise<Response> {
  const handler = createMcpHandler(() => mcpServer(surface), { legacy: "reject", maxSubscriptions: 0 });
  return handler.fetch(asked, { parsedBody });
}

/** The SDK's own fallback would answer these clients as an event stream. */
async function answerLegacy<Context>(
  asked: Request,
  parsedBody: unknown,
  surface: Surface<Context>,
): Promise<Response> {
  const server = mcpServer(surface);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, { parsedBody });
  } finally {
    await server.close();
  }
}
