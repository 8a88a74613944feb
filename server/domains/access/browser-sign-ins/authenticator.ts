import type { Request } from "express";
import type { BrowserAuthenticator } from "../../../http/board-auth.ts";
import type { Cookies } from "../../../http/cookies.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { isUseToNote, noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { PageKeys } from "../page-keys/index.ts";
import { expiresAt } from "./rules.ts";
import type { BrowserRow, browserStore } from "./store.ts";

/** The cookie that identifies a signed-in browser. */
export const cookiePurpose = "browser";

/** Finds the browser behind a request by its cookie, and whether the board's page sent it by its page key. */
export function browserAuthentication(deps: {
  store: ReturnType<typeof browserStore>;
  clock: Clock;
  log: Logger;
  cookies: Cookies;
  pageKeys: Pick<PageKeys, "isFromPage">;
}): { authenticator: BrowserAuthenticator; rowOf(request: Request): BrowserRow | null } {
  const { store, clock, log, cookies, pageKeys } = deps;

  function rowOf(request: Request): BrowserRow | null {
    const value = cookies.read(request, cookiePurpose);
    const row = value === "" ? undefined : store.byCookie(digestOf(value));
    return row && clock.now() < expiresAt(row) ? row : null;
  }

  return {
    rowOf,
    authenticator: {
      // The window of the app has its cookie before its page has a key.
      withCookie(request) {
        const row = rowOf(request);
        return row && (row.publicKey !== null || row.kind === "app") ? row.id : null;
      },
      fromPage(request) {
        const row = rowOf(request);
        if (!row || !pageKeys.isFromPage(request, { ...row, holder: `browser ${row.id}` })) return null;
        const now = clock.now();
        if (isUseToNote(row.lastUsedAt, now))
          noteUse(log, "a browser sign-in", () => store.noteUse(row.id, now));
        return row.id;
      },
    },
  };
}
