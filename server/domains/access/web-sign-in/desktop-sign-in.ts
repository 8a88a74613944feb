import { randomInt } from "node:crypto";
import type { Clock } from "../../../lib/clock.ts";
import { expiringTokens } from "../../../lib/expiring-tokens.ts";
import { signInRefusal } from "./errors.ts";
import { desktopSignInMs } from "./rules.ts";

/** A window of the app waiting for its person to sign in with their browser. */
export interface WaitingWindow {
  /** Shown in the window and the browser, so that people do not sign in another person's window. */
  number: string;
  returnTo: string;
  /** What it calls itself among the person's browsers. */
  browser: string;
  /** The token of the sign-in that was begun once the person came back from the provider; null until then. */
  signIn: string | null;
}

export type DesktopSignIns = ReturnType<typeof desktopSignIns>;

const mostWaiting = 20;

/**
 * Identity providers refuse to sign people in inside app windows, so the person's browser goes to the provider
 * instead. The window, the link it opens and the browser that opened the link each get their own secret. The browser's
 * secret gives no access to the board: only the window, which holds its own secret, is signed in.
 */
export function desktopSignIns({ clock }: { clock: Clock }) {
  const limits = { clock, lastingMs: desktopSignInMs, most: mostWaiting };
  const windows = expiringTokens<WaitingWindow>(limits);
  const tickets = expiringTokens<WaitingWindow>(limits);
  const browsers = expiringTokens<WaitingWindow>(limits);

  function known(waiting: WaitingWindow | null): WaitingWindow {
    if (!waiting) throw signInRefusal("expired");
    return waiting;
  }

  return {
    /** Returns the window's secret, the ticket for the link to open, and the number to show. */
    begin(of: { returnTo: string; browser: string }): { window: string; ticket: string; number: string } {
      const waiting = { number: String(randomInt(1_000, 10_000)), ...of, signIn: null };
      return { window: windows.park(waiting), ticket: tickets.park(waiting), number: waiting.number };
    },

    /** Uses up a ticket and returns the secret for the browser that opened it. */
    openTicket: (ticket: string): string => browsers.park(known(tickets.take(ticket))),

    /** The number of the window that this browser signs in. */
    browserNumber: (browser: string): string => known(browsers.at(browser)).number,

    /** The provider authenticated the person in the browser: `beginSignIn` begins a sign-in for the window of this name. */
    complete(browser: string, beginSignIn: (browser: string) => string): void {
      const waiting = known(browsers.take(browser));
      waiting.signIn = beginSignIn(waiting.browser);
    },

    /** The number of a window that is still waiting. */
    windowNumber: (window: string): string => known(windows.at(window)).number,

    /** The token of the window's sign-in, once. Returns null until the browser is done; throws if it is not waiting. */
    claim(window: string): { token: string; returnTo: string } | null {
      const { signIn: token, returnTo } = known(windows.at(window));
      if (token === null) return null;
      windows.take(window);
      return { token, returnTo };
    },
  };
}
