import type { RequestHandler } from "express";
import { pathOf } from "./guard.ts";

/** Lets pages of any origin read the answers of these paths, but never with cookies (Fetch, 3.2). */
export function sharedWithPages(paths: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (!paths.includes(pathOf(request.url))) return next();
    response.setHeader("access-control-allow-origin", "*");
    if (request.method !== "OPTIONS") return next();
    response.setHeader("access-control-allow-methods", "GET, POST");
    response.setHeader("access-control-allow-headers", "authorization, content-type, mcp-protocol-version");
    response.setHeader("access-control-max-age", "3600");
    response.status(204).end();
  };
}
