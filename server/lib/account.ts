// oxlint-disable-next-line no-restricted-imports -- it is caught here
import { userInfo } from "node:os";

/** Containers run programs as users that the system has no account of, for which `userInfo` throws. */
function account(): { username: string; homedir: string } | null {
  try {
    return userInfo();
  } catch {
    return null;
  }
}

/** The name of the account that this program runs as; null if it has none. */
export const accountName = (): string | null => account()?.username.trim() || null;

/** The home of that account, whatever HOME says; what HOME says if there is no account. */
export const accountHome = (): string => account()?.homedir || (process.env["HOME"] ?? "/");
