import type { Request } from "express";
import type { Database } from "../../../db/open.ts";
import type { BoardAuthSettings, BrowserAuthenticator } from "../../../http/board-auth.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Cookies } from "../../../http/cookies.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { expiringTokens } from "../../../lib/expiring-tokens.ts";
import { instant } from "../../../lib/instant.ts";
import { keyedListeners } from "../../../lib/keyed-listeners.ts";
import type { Logger } from "../../../lib/logger.ts";
import { newToken } from "../../../lib/new-token.ts";
import type { BoundKey, PageKeys } from "../page-keys/index.ts";
import { browserAuthentication, cookiePurpose } from "./authenticator.ts";
import { browserSignInRefusal } from "./errors.ts";
import type { BrowserSignIn } from "./model.ts";
import { expiresAt, launchLinkMs, mostLaunchLinks, unusedMs } from "./rules.ts";
import { type BrowserRow, browserStore } from "./store.ts";
import { text } from "./text.ts";

/** A browser that was just signed in. Its cookie is not stored. */
export interface SignedIn {
  id: number;
  cookie: string;
}

/** The desktop app's own window. */
export interface AppSignIn {
  cookieName: string;
  cookie: string;
  /** Names this sign-in, so that the page knows whether its key belongs to it. */
  keyId: string;
  /** The secret with which the page of the window has its key bound. */
  keyToken(): string;
}

export interface BrowserSignInService {
  authenticator: BrowserAuthenticator;
  /** The fragment code of a link that signs one browser in, once, within two minutes. */
  createLaunchCode(): string;
  /** Throws 401 for a code that is unknown, used or expired. `key` is that of the browser. */
  signIn(code: string, browser: string, key: BoundKey): SignedIn;
  /** Signs in the desktop app's window until this process ends. */
  signInApp(): AppSignIn;
  list(by: Actor): BrowserSignIn[];
  /** What the list calls a browser; null once it is signed out. */
  nameOf(id: number): string | null;
  /** To whom the board is open without any sign-in. */
  openTo: BoardAuthSettings["openTo"];
  /** Returns the browser's name. */
  end(id: number, by: Actor): string;
  /** Returns how many browsers were signed out. */
  endOthers(by: Actor): number;
  /** Calls `stop` once the browser behind the request is signed out. Returns a function that removes the listener. */
  onSignedOut(request: Request, stop: () => void): () => void;
}

/** Browsers in which the owner is signed in to the board. */
export function browserSignInService(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  cookies: Cookies;
  pageKeys: Pick<PageKeys, "isFromPage" | "awaitKey">;
  openTo: BoardAuthSettings["openTo"];
}): BrowserSignInService {
  const { clock, log, cookies, pageKeys } = deps;
  const store = browserStore(deps.database);
  const { authenticator, rowOf } = browserAuthentication({ store, clock, log, cookies, pageKeys });
  const signOuts = keyedListeners();
  const codes = expiringTokens<true>({ clock, lastingMs: launchLinkMs, most: mostLaunchLinks });
  // The process that showed them is gone.
  store.deleteApps();

  function add(kind: BrowserRow["kind"], browser: string, key: BoundKey | null): SignedIn {
    const now = clock.now();
    const cookie = newToken();
    store.sweep(now - unusedMs);
    const { id } = store.insert({
      kind,
      cookieDigest: digestOf(cookie),
      ...key,
      browser,
      createdAt: now,
      lastUsedAt: now,
    });
    log.warn(`[browser_sign_ins] signed in: ${browser} (id ${id})`);
    return { id, cookie };
  }

  return {
    authenticator,
    openTo: deps.openTo,
    createLaunchCode: () => codes.park(true),
    signIn(code, browser, key) {
      if (codes.take(code) === null) throw browserSignInRefusal("link_not_valid");
      return add("browser", browser, key);
    },
    signInApp() {
      const { id, cookie } = add("app", text.app, null);
      return {
        cookieName: cookies.nameOf(cookiePurpose),
        cookie,
        keyId: `app-${newToken().slice(0, 22)}`,
        keyToken: () => pageKeys.awaitKey((key) => store.bindKey(id, key)),
      };
    },
    nameOf: (id) => store.byId(id)?.browser ?? null,
    list: (by) => store.usedSince(clock.now() - unusedMs).map((row) => browserView(row, by)),
    end(id, by) {
      const row = store.byId(id);
      if (!row) throw browserSignInRefusal("browser_not_found");
      store.end(id, clock.now());
      signOuts.notify(id);
      log.warn(`[browser_sign_ins] ${actorName(by)} signed out ${row.browser} (id ${id})`);
      return row.browser;
    },
    endOthers(by) {
      const ended = store.endAllBut(by.kind === "board" ? (by.browserId ?? null) : null, clock.now());
      ended.forEach((id) => signOuts.notify(id));
      log.warn(`[browser_sign_ins] ${actorName(by)} signed out ${ended.length} other browsers`);
      return ended.length;
    },
    onSignedOut(request, stop) {
      const row = rowOf(request);
      return row ? signOuts.watch(row.id, stop) : () => {};
    },
  };
}

const browserView = (row: BrowserRow, by: Actor): BrowserSignIn => ({
  id: row.id,
  browser: row.browser,
  kind: row.kind,
  current: by.kind === "board" && by.browserId === row.id,
  created_at: instant(row.createdAt),
  last_used_at: instant(row.lastUsedAt),
  expires_at: instant(expiresAt(row)),
});
