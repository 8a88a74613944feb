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
  /** The account that came back from the provider; null until then. */
  accountId: number | null;
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
    begin(returnTo: string): { window: string; ticket: string; number: string } {
      const waiting = { number: String(randomInt(1_000, 10_000)), returnTo, accountId: null };
      return { window: windows.park(waiting), ticket: tickets.park(waiting), number: waiting.number };
    },

    /** Uses up a ticket and returns the secret for the browser that opened it. */
    openTicket: (ticket: string): string => browsers.park(known(tickets.take(ticket))),

    /** The number of the window that this browser signs in. */
    browserNumber: (browser: string): string => known(browsers.at(browser)).number,

    /** Records that the provider authenticated the person in the browser. */
    complete(browser: string, accountId: number): void {
      known(browsers.take(browser)).accountId = accountId;
    },

    /** The number of a window that is still waiting. */
    windowNumber: (window: string): string => known(windows.at(window)).number,

    /** Completes the window's sign-in, once. Returns null until the browser is done; throws if it is not waiting. */
    claim(window: string): { accountId: number; returnTo: string } | null {
      const { accountId, returnTo } = known(windows.at(window));
      if (accountId === null) return null;
      windows.take(window);
      return { accountId, returnTo };
    },
  };
}
