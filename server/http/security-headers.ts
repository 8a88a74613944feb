import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Helmet's headers. They are the same on every answer, so they are computed once instead of for each request. */
export function securityHeaders(): RequestHandler {
  const headers = new Map<string, string>();
  const answer = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader() {} };
  const set = helmet({ contentSecurityPolicy: false, strictTransportSecurity: false });
  set({} as IncomingMessage, answer as unknown as ServerResponse, () => undefined);
  return (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };
}
