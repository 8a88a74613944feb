import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { keyedListeners } from "../../../lib/keyed-listeners.ts";
import { noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import { newToken } from "../../../lib/new-token.ts";
import type { PageKeys } from "../page-keys/index.ts";
import { signInRefusal } from "./errors.ts";
import { decideAccess, isUseDue, type Rules, stepMs } from "./rules.ts";
import type { AccountRow, Entry, WebSignInStore } from "./store.ts";
import type { TrustedBrowsers } from "./trusted-browsers.ts";

const dayMs = 24 * 60 * 60_000;

type Access = "board" | "second_factor";

/** The tokens a browser gets once its person is signed in. `trusted` skips the code next time. */
export interface SignInTokens {
  token: string;
  trusted: string | null;
  /** The secret with which the page that is sent now has the key of the browser bound. */
  keyToken: string;
}

export type SignIns = ReturnType<typeof signIns>;

/** The sign-ins of browsers: what each gives access to, how they begin and end, and who is notified when they end. */
export function signIns(deps: {
  database: Database;
  store: WebSignInStore;
  clock: Clock;
  log: Logger;
  rules: Rules;
  trusted: TrustedBrowsers;
  pageKeys: Pick<PageKeys, "awaitKey">;
}) {
  const { database, store, clock, log, rules, pageKeys } = deps;
  const ends = keyedListeners();

  /** The sign-in of a cookie and what it gives access to now. */
  function find(token: string): (Entry & { access: Access }) | null {
    const entry = token === "" ? undefined : store.entry(digestOf(token));
    if (!entry) return null;
    const access = decideAccess(entry, rules, clock.now());
    return access === "nothing" ? null : { ...entry, access };
  }

  function end(ids: readonly number[]): void {
    store.end(ids, clock.now());
    for (const id of ids) ends.notify(id);
  }

  /** Sign-ins with access to the board, most recently used first. */
  const openEntriesOf = (email: string): Entry[] =>
    store.entriesOf(email).filter((entry) => decideAccess(entry, rules, clock.now()) === "board");

  return {
    openEntriesOf,
    end,

    /** Whether this sign-in gives access to the board. */
    isSignedIn(id: number): boolean {
      const entry = store.entryById(id);
      return entry !== undefined && decideAccess(entry, rules, clock.now()) === "board";
    },

    /** The sign-in of a cookie. Throws unless it gives one of these kinds of access. */
    require(token: string, ...accepted: readonly Access[]): Entry {
      const entry = find(token);
      if (!entry || !accepted.includes(entry.access)) throw signInRefusal("expired");
      return entry;
    },

    /** The sign-in of a cookie, or null if it gives no access to the board. `renewCookie` is called once a day. */
    findForBoard(token: string, renewCookie: () => void): Entry | null {
      const entry = find(token);
      if (entry?.access !== "board") return null;
      if (!isUseDue(entry.signIn.lastUsedAt, clock.now())) return entry;
      noteUse(log, "a sign-in", () => {
        store.noteUse(entry.signIn.id, clock.now());
        renewCookie();
      });
      return entry;
    },

    /** Starts a sign-in for an account the provider authenticated. Returns the token for the remaining steps. */
    begin(account: AccountRow, browser: string): string {
      const now = clock.now();
      const token = newToken();
      store.sweep({ begun: now - stepMs, used: now - rules.signInDays * dayMs, expired: now });
      const digest = digestOf(token);
      store.begin({ accountId: account.id, digest, browser, createdAt: now, lastUsedAt: now });
      return token;
    },

    /** Completes a sign-in under a new token. With `trust`, also returns one that skips the code next time. */
    complete(entry: Entry, trust: boolean): SignInTokens {
      const { signIn, account } = entry;
      const now = clock.now();
      const token = newToken();
      const trusted = database.transaction(() => {
        const hadSecondFactor = rules.secondFactor === "required";
        if (!store.complete(signIn.id, { digest: digestOf(token), hadSecondFactor, now }))
          throw signInRefusal("expired");
        store.noteSignIn(account.id, now);
        return trust ? deps.trusted.add(entry) : null;
      });
      log.warn(`[web_sign_in] ${account.email} signed in with ${signIn.browser ?? "a browser"}`);
      return { token, trusted, keyToken: pageKeys.awaitKey((key) => store.bindKey(signIn.id, key)) };
    },

    /** Ends all sign-ins of a person except `keptId`. Returns how many of them gave access to the board. */
    endAllOf(email: string, keptId?: number): number {
      const ids = store.entriesOf(email).map(({ signIn }) => signIn.id);
      const opened = openEntriesOf(email).filter(({ signIn }) => signIn.id !== keptId).length;
      end(ids.filter((id) => id !== keptId));
      return opened;
    },

    /** Calls `stop` when the sign-in of this cookie ends. Returns an unsubscribe function. */
    watch(token: string, stop: () => void): () => void {
      const id = find(token)?.signIn.id;
      return id === undefined ? () => {} : ends.watch(id, stop);
    },
  };
}
