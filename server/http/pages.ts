import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import express, { type Request, type RequestHandler, type Router } from "express";
import { notFound } from "../lib/errors.ts";
import type { BoardAuth } from "./board-auth.ts";

/** The built board, and where the stream of changes stands. */
export interface BoardFiles {
  folder: string;
  lastEventId(): string;
}

/**
 * Serves the built board: hashed assets for ever, the page itself fresh and with its cookie. The page says where the
 * stream of changes stands, so that what it reads at first need not be read again once it follows the stream.
 */
export function boardPages({ folder, lastEventId }: BoardFiles, door: BoardAuth): Router {
  const router = express.Router();
  const file = join(folder, "index.html");
  const html = existsSync(file) ? readFileSync(file, "utf8") : null;
  const page: RequestHandler = (request, response, next) => {
    if (html === null || !asksForPage(request)) return next();
    if (!door.welcome(request, response)) return;
    response.setHeader("content-security-policy", contentSecurityPolicy(html));
    response.setHeader("cache-control", "no-store");
    response
      .type("html")
      .send(html.replace("</head>", `<meta name="last-event-id" content="${lastEventId()}" /></head>`));
  };
  router.get(["/", "/index.html"], page);
  router.use("/assets", (request, _response, next) =>
    next(door.mayLoad(request) ? undefined : notFound("Asset")),
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

/** What lies beside the page, as it is named: neither the page nor an asset is to be had another way. */
const isFile = /^\/[\w-]+\.(?!html?$)\w+$/i;

/** A browser that opens an address names HTML; a program that takes anything is answered like a program. */
const asksForPage = (request: Request): boolean => request.headers.accept?.includes("text/html") === true;

/** Inline scripts of the built page are allowed by hash, nothing else. */
function contentSecurityPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, source = ""]) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}
