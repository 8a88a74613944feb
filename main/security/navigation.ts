import { decideExternal } from "./external.ts";

/** `openOutside`: not in this window, but in the person's browser. */
export type NavigationDecision = "allow" | "openOutside" | "block";

export interface Navigation {
  target: string;
  /** What the window shows now. Only the board may open anything in the browser. */
  current: string;
  /** Null before the service has started: then every navigation is blocked. */
  board: string | null;
  isMainFrame: boolean;
}

export function decideNavigation({ target, current, board, isMainFrame }: Navigation): NavigationDecision {
  if (isBoardAddress(target, board)) return "allow";
  if (!isMainFrame || !isBoardAddress(current, board)) return "block";
  return decideExternal(target) === "refuse" ? "block" : "openOutside";
}

/** The page where a person signs in for this window with their browser: the only page of the board that opens there. */
export const isSignInForWindow = (address: string, board: string | null): boolean =>
  isBoardAddress(address, board) && URL.parse(address)?.pathname === "/sign-in/browser";

/**
 * Compares scheme and host separately: `URL.origin` is the board's for its blob: addresses too, and "null" for every
 * opaque address.
 */
export function isBoardAddress(address: string, board: string | null): boolean {
  const target = URL.parse(address);
  const home = board === null ? null : URL.parse(board);
  if (!target || home?.protocol !== "http:") return false;
  return (
    target.protocol === home.protocol && target.host === home.host && target.username + target.password === ""
  );
}
