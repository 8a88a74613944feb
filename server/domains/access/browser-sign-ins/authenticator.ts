import type { Request } from "express";
import type { BrowserAuthenticator } from "../../../http/board-auth.ts";
import type { Cookies } from "../../../http/cookies.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { isUseToNote, noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import { isSameSecret } from "../../../lib/session-token.ts";
import { pageKeyHeader } from "./model.ts";
import { isTicketFor, ticketOf } from "./page-tickets.ts";
import { expiresAt } from "./rules.ts";
import type { BrowserRow, browserStore } from "./store.ts";

/** The cookie that identifies a signed-in browser. */
export const cookiePurpose = "browser";

/** Finds the browser behind a request by its cookie, and whether the board's page sent it by the page key. */
export function browserAuthentication(deps: {
  store: ReturnType<typeof browserStore>;
  clock: Clock;
  log: Logger;
  cookies: Cookies;
}): { authenticator: BrowserAuthenticator; rowOf(request: Request): BrowserRow | null } {
  const { store, clock, log, cookies } = deps;

  function rowOf(request: Request): BrowserRow | null {
    const value = cookies.read(request, cookiePurpose);
    const row = value === "" ? undefined : store.byCookie(digestOf(value));
    return row && clock.now() < expiresAt(row) ? row : null;
  }

  /** Whether a request carries what only the board's page has. */
  function isFromPage(request: Request, { pageKeyDigest }: BrowserRow): boolean {
    const key = request.headers[pageKeyHeader];
    if (typeof key === "string") return isSameSecret(digestOf(key), pageKeyDigest);
    const { path, ticket } = ticketOf(request.originalUrl);
    const isRead = request.method === "GET" || request.method === "HEAD";
    // The consent form cannot carry a header either.
    if (ticket === null || (!isRead && !path.startsWith("/oauth/"))) return false;
    return isTicketFor(ticket, { path, pageKeyDigest, now: clock.now() });
  }

  return {
    rowOf,
    authenticator: {
      withCookie: (request) => rowOf(request)?.id ?? null,
      fromPage(request) {
        const row = rowOf(request);
        if (!row || !isFromPage(request, row)) return null;
        const now = clock.now();
        if (isUseToNote(row.lastUsedAt, now))
          noteUse(log, "a browser sign-in", () => store.noteUse(row.id, now));
        return row.id;
      },
    },
  };
}
