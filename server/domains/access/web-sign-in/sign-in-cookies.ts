import type { Request } from "express";
import type { Cookies } from "../../../http/cookies.ts";

const dayMs = 24 * 60 * 60_000;
/** The longest that browsers keep a cookie. When a sign-in ends is stored in its row. */
const maxAgeMs = 400 * dayMs;

/** `in` gives access to the board, `trusted` skips the code, and the others carry state between steps. */
type Purpose = "in" | "trusted" | "flow" | "enrol" | "window" | "browser";

export type SignInCookies = ReturnType<typeof signInCookies>;

export function signInCookies({ cookies, origin }: { cookies: Cookies; origin(request: Request): string }) {
  return {
    read: (request: Request, purpose: Purpose): string => cookies.read(request, purpose),

    /** Sets a cookie on the response to this request. Lax, because people come back from the provider's pages. */
    set(request: Request, purpose: Purpose, value: string): void {
      if (!request.res) return;
      const secure = request.secure || origin(request).startsWith("https:");
      const maxAge = purpose === "in" || purpose === "trusted" ? { maxAge: maxAgeMs } : {};
      const sameSite = purpose === "window" ? "strict" : "lax";
      cookies.set(request.res, purpose, { value, secure, sameSite, ...maxAge });
    },

    clear(request: Request, purpose: Purpose): void {
      if (request.res) cookies.clear(request.res, purpose);
    },
  };
}
