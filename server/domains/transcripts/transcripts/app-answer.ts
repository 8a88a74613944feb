import type { Response } from "express";
import { Encoded } from "../../../http/mount.ts";

/**
 * The page may run its own scripts and nothing else: it has no origin, so no cookies, no storage and no access to the page
 * around it, and it can load and send nothing.
 */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "media-src data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-scripts",
].join("; ");

/** The page of an MCP app as a response, for a frame of the board. */
export function appAnswer(response: Response, html: string): Encoded {
  response.setHeader("content-security-policy", policy).setHeader("referrer-policy", "no-referrer");
  return new Encoded([Buffer.from(html)], "text/html; charset=utf-8");
}
