import { isObject } from "../lib/json.ts";

/** What the CLIs call the tokens that a refresh replaces, and their times. */
const refreshedNames =
  /^(?:access|refresh|expires|accessToken|refreshToken|expiresAt|refreshTokenExpiresAt|access_token|refresh_token|id_token|expires_at|last_refresh)$/;
/** A token or a time. pi runs a value that begins with an exclamation mark as a command, and fills in variables. */
const plainValue = /^[\w.~+/=:;,|@%&*-]+$/;
const mostLevels = 5;

type Login = Record<string, unknown>;

/**
 * A person's login with the tokens that a CLI refreshed in its copy. The agent can write that copy as well, so nothing else of
 * it counts: no other value, and nothing that was added or removed. Null if no token is new.
 */
export function refreshedLogin(lent: Login, written: Login, level = 0): Login | null {
  const changes = Object.entries(lent).flatMap(([name, value]) => {
    const next = Object.hasOwn(written, name) ? written[name] : undefined;
    if (isObject(value) && isObject(next) && level < mostLevels) {
      const inner = refreshedLogin(value, next, level + 1);
      return inner === null ? [] : [[name, inner] as const];
    }
    return next !== value && refreshedNames.test(name) && isLike(value, next) ? [[name, next] as const] : [];
  });
  return changes.length === 0 ? null : { ...lent, ...Object.fromEntries(changes) };
}

function isLike(value: unknown, next: unknown): boolean {
  if (typeof value === "number") return Number.isSafeInteger(next);
  return typeof value === "string" && typeof next === "string" && plainValue.test(next);
}
