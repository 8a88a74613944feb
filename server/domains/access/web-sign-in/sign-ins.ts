import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { keyedListeners } from "../../../lib/keyed-listeners.ts";
import { noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import { signInRefusal } from "./errors.ts";
import { isUseToNote, judgeSignIn, type Rules, stepMs } from "./rules.ts";
import type { AccountRow, Entry, WebSignInStore } from "./store.ts";
import { newToken } from "./tokens.ts";
import type { TrustedBrowsers } from "./trusted-browsers.ts";

const dayMs = 24 * 60 * 60_000;

type Opens = "board" | "second_factor";

/** What a browser is given once its person is in. */
export interface Entrance {
  token: string;
  trusted: string | null;
}

export type SignIns = ReturnType<typeof signIns>;

/** The sign-ins of browsers: which opens what, how they begin and end, and who hears of the end. */
export function signIns(deps: {
  database: Database;
  store: WebSignInStore;
  clock: Clock;
  log: Logger;
  rules: Rules;
  trusted: TrustedBrowsers;
}) {
  const { database, store, clock, log, rules } = deps;
  const ends = keyedListeners();

  /** The sign-in of a cookie and what it opens now. */
  function find(token: string): (Entry & { opens: Opens }) | null {
    const entry = token === "" ? undefined : store.entry(digestOf(token));
    if (!entry) return null;
    const opens = judgeSignIn(entry, rules, clock.now());
    return opens === "nothing" ? null : { ...entry, opens };
  }

  function end(ids: readonly number[]): void {
    store.end(ids, clock.now());
    for (const id of ids) ends.tell(id);
  }

  /** Those that open the board, the newest use first. */
  const openOf = (email: string): Entry[] =>
    store.entriesOf(email).filter((entry) => judgeSignIn(entry, rules, clock.now()) === "board");

  return {
    openOf,
    end,

    /** Whether this sign-in opens the board. */
    stands(id: number): boolean {
      const entry = store.entryById(id);
      return entry !== undefined && judgeSignIn(entry, rules, clock.now()) === "board";
    },

    /** The sign-in of a cookie; throws where it does not open one of these. */
    at(token: string, ...opens: readonly Opens[]): Entry {
      const entry = find(token);
      if (!entry || !opens.includes(entry.opens)) throw signInRefusal("expired");
      return entry;
    },

    /** Who is at the browser with this cookie; null = nobody who may see the board. `noted` renews the cookie. */
    whoIs(token: string, noted: () => void): Entry | null {
      const entry = find(token);
      if (entry?.opens !== "board") return null;
      if (!isUseToNote(entry.signIn.lastUsedAt, clock.now())) return entry;
      noteUse(log, "a sign-in", () => {
        store.noteUse(entry.signIn.id, clock.now());
        noted();
      });
      return entry;
    },

    /** The provider knows this person; returns the cookie for the steps that are left. */
    begin(account: AccountRow, browser: string): string {
      const now = clock.now();
      const token = newToken();
      store.sweep({ begun: now - stepMs, used: now - rules.signInDays * dayMs, expired: now });
      const digest = digestOf(token);
      store.begin({ accountId: account.id, digest, browser, createdAt: now, lastUsedAt: now });
      return token;
    },

    /** Lets the person in under a new cookie; `trust` gives a second one with which no code is asked for. */
    complete(entry: Entry, trust: boolean): Entrance {
      const { signIn, account } = entry;
      const now = clock.now();
      const token = newToken();
      const trusted = database.transaction(() => {
        if (!store.complete(signIn.id, digestOf(token), now)) throw signInRefusal("expired");
        store.noteSignIn(account.id, now);
        return trust ? deps.trusted.add(entry) : null;
      });
      log.warn(`[web_sign_in] ${account.email} signed in with ${signIn.browser ?? "a browser"}`);
      return { token, trusted };
    },

    /** Ends all of a person's but the one named; returns how many of them opened the board. */
    endAllOf(email: string, kept?: number): number {
      const ids = store.entriesOf(email).map(({ signIn }) => signIn.id);
      const opened = openOf(email).filter(({ signIn }) => signIn.id !== kept).length;
      end(ids.filter((id) => id !== kept));
      return opened;
    },

    /** Calls `stop` when the sign-in of this cookie ends. Returns how to stop listening. */
    watch(token: string, stop: () => void): () => void {
      const id = find(token)?.signIn.id;
      return id === undefined ? () => {} : ends.watch(id, stop);
    },
  };
}
