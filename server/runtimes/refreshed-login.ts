import { isObject } from "../lib/json.ts";

/** What the CLIs call the tokens that a refresh replaces, and their times. */
const tokenNames = /^(?:access|refresh|accessToken|refreshToken|access_token|refresh_token|id_token)$/;
const timeNames = /^(?:expires|expiresAt|refreshTokenExpiresAt|expires_at|last_refresh)$/;
/** A token or a time. pi runs a value that begins with an exclamation mark as a command, and fills in variables. */
const plainValue = /^[\w.~+/=:;,|@%&*-]+$/;
const mostLevels = 5;

type Login = Record<string, unknown>;

/**
 * A person's login with the tokens that a CLI refreshed in its copy. The agent can write that copy as well, so nothing else of
 * it counts: no other value, and nothing that was added or removed. Nor does a sign-in in it that lacks one of its tokens: a new
 * token beside an old one of another refresh may not work. Null if no token is new.
 */
export function refreshedLogin(lent: Login, written: Login, level = 0): Login | null {
  const changes = new Map<string, unknown>();
  let hasNewToken = false;
  for (const [name, value] of Object.entries(lent)) {
    const next = Object.hasOwn(written, name) ? written[name] : undefined;
    if (next === value) continue;
    if (isObject(value) && isObject(next) && level < mostLevels) {
      const inner = refreshedLogin(value, next, level + 1);
      if (inner === null) continue;
      changes.set(name, inner);
      hasNewToken = true;
    } else if (tokenNames.test(name) && typeof value === "string") {
      if (!isLike(value, next)) return null;
      changes.set(name, next);
      hasNewToken = true;
    } else if (timeNames.test(name) && isLike(value, next)) changes.set(name, next);
  }
  return hasNewToken ? { ...lent, ...Object.fromEntries(changes) } : null;
}

function isLike(value: unknown, next: unknown): boolean {
  if (typeof value === "number") return Number.isSafeInteger(next);
  return typeof value === "string" && typeof next === "string" && plainValue.test(next);
}
