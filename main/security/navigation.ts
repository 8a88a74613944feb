import { decideExternal } from "./external.ts";

/** `handOver`: not here, but the person's browser may have it. */
export type NavigationDecision = "allow" | "handOver" | "block";

export interface Navigation {
  target: string;
  /** What the window shows now. Only the board may hand anything to the browser. */
  current: string;
  /** Null before the service is up: then nothing may be navigated to. */
  board: string | null;
  isMainFrame: boolean;
}

export function decideNavigation({ target, current, board, isMainFrame }: Navigation): NavigationDecision {
  if (isBoardAddress(target, board)) return "allow";
  if (!isMainFrame || !isBoardAddress(current, board)) return "block";
  return decideExternal(target) === "refuse" ? "block" : "handOver";
}

/** Where a person signs in for this window with their browser: the one page of the board that is opened there. */
export const isSignInForWindow = (address: string, board: string | null): boolean =>
  isBoardAddress(address, board) && URL.parse(address)?.pathname === "/sign-in/browser";

/**
 * Scheme and host are compared one by one: `URL.origin` is the board's for its blob: addresses too, and is
 * the text "null" for every opaque one.
 */
export function isBoardAddress(address: string, board: string | null): boolean {
  const target = URL.parse(address);
  const home = board === null ? null : URL.parse(board);
  if (!target || home?.protocol !== "http:") return false;
  return (
    target.protocol === home.protocol && target.host === home.host && target.username + target.password === ""
  );
}
