import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import express, { type Request, type RequestHandler, type Router } from "express";
import { notFound } from "../lib/errors.ts";
import type { BoardAuth } from "./board-auth.ts";

/** The built board, and the current position of the event stream. */
export interface BoardFiles {
  folder: string;
  lastEventId(): string;
  /** The provider that a page calls in live mode; null if there is no key for one. */
  callsTo: string | null;
}

/**
 * Serves the built board: hashed assets are cached forever, the page itself is never cached and sets its cookie. The page
 * contains the position of the event stream, so that its first reads need no repetition once it follows the stream.
 */
export function boardPages({ folder, lastEventId, callsTo }: BoardFiles, auth: BoardAuth): Router {
  const router = express.Router();
  const file = join(folder, "index.html");
  const html = existsSync(file) ? readFileSync(file, "utf8") : null;
  const page: RequestHandler = (request, response, next) => {
    if (html === null || !asksForPage(request)) return next();
    if (!auth.welcome(request, response)) return;
    response.setHeader("content-security-policy", contentSecurityPolicy(html, callsTo));
    response.setHeader("permissions-policy", boardPermissions);
    response.setHeader("cache-control", "no-store");
    response
      .type("html")
      .send(html.replace("</head>", `<meta name="last-event-id" content="${lastEventId()}" /></head>`));
  };
  router.get(["/", "/index.html"], page);
  router.use("/assets", (request, _response, next) =>
    next(auth.mayLoad(request) ? undefined : notFound("Asset")),
  );
  router.use("/assets", express.static(join(folder, "assets"), { immutable: true, maxAge: "365d" }), () => {
    throw notFound("Asset");
  });
  const files = express.static(folder, { index: false, maxAge: "1h" });
  router.use((request, response, next) =>
    isFile.test(request.path) ? files(request, response, next) : next(),
  );
  router.get(/^\/(?!api\/|ui\/|mcp|oauth|webhooks|up(?:\/|$)|\.well-known)[^.]*$/, page);
  return router;
}

/** Files beside the page, such as icons; the page itself and assets have their own routes. */
const isFile = /^\/[\w-]+\.(?!html?$)\w+$/i;

/** A browser that opens a URL accepts HTML explicitly. Other programs, such as curl, get a page at the root alone. */
export function asksForPage({ headers: { accept = "*/*" }, path }: Request): boolean {
  return accept.includes("text/html") || (path === "/" && accept.includes("*/*"));
}

/** What pages may ask of the machine: nothing, but the board may ask for the microphone, for live mode. */
export const noPermissions = "camera=(), geolocation=(), microphone=()";
const boardPermissions = noPermissions.replace("microphone=()", "microphone=(self)");

/** Allows inline scripts of the built page by their hash, and no others. */
function contentSecurityPolicy(html: string, callsTo: string | null): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...(callsTo === null ? [] : [callsTo])].join(" "),
    "font-src 'self' data:",
    // A frame with an MCP app cannot be led to another site either.
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}
