import { randomInt } from "node:crypto";
import type { Clock } from "../../../lib/clock.ts";
import { expiringTokens } from "../../../lib/expiring-tokens.ts";
import { signInRefusal } from "./errors.ts";
import { handOverMs } from "./rules.ts";

/** A window of the app whose person signs in with their browser. */
export interface WaitingWindow {
  /** Shown in both places, so that nobody signs somebody else's window in. */
  number: string;
  returnTo: string;
  /** Who came back from the provider; null until somebody did. */
  accountId: number | null;
}

export type DesktopSignIns = ReturnType<typeof desktopSignIns>;

const most = 20;

/**
 * Identity providers refuse windows of apps, so the person's browser goes to the provider for one. The window, the
 * address that is opened for it, and the browser that opened the address know it by a secret of their own each. What
 * the browser gets opens nothing: the sign-in begins in the window, which alone holds its secret.
 */
export function desktopSignIns({ clock }: { clock: Clock }) {
  const places = { clock, lastingMs: handOverMs, most };
  const windows = expiringTokens<WaitingWindow>(places);
  const addresses = expiringTokens<WaitingWindow>(places);
  const browsers = expiringTokens<WaitingWindow>(places);

  function known(waiting: WaitingWindow | null): WaitingWindow {
    if (!waiting) throw signInRefusal("expired");
    return waiting;
  }

  return {
    /** The window's secret, the ticket of the address to be opened, and the number to be shown. */
    begin(returnTo: string): { window: string; ticket: string; number: string } {
      const waiting = { number: String(randomInt(1_000, 10_000)), returnTo, accountId: null };
      return { window: windows.park(waiting), ticket: addresses.park(waiting), number: waiting.number };
    },

    /** A ticket is good for one browser; returns that one's secret. */
    follow: (ticket: string): string => browsers.park(known(addresses.take(ticket))),

    /** The number of the window that a browser signs in for. */
    numberFor: (browser: string): string => known(browsers.at(browser)).number,

    /** The provider knows the person in the browser. */
    fulfil(browser: string, accountId: number): void {
      known(browsers.take(browser)).accountId = accountId;
    },

    /** The number of a window that still waits. */
    numberOf: (window: string): string => known(windows.at(window)).number,

    /** The window's turn, once; null while nobody came back. Throws where it is not one that waits. */
    claim(window: string): { accountId: number; returnTo: string } | null {
      const { accountId, returnTo } = known(windows.at(window));
      if (accountId === null) return null;
      windows.take(window);
      return { accountId, returnTo };
    },
  };
}
