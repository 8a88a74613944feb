import type { Request } from "express";
import type { Cookies } from "../../../http/cookies.ts";

const dayMs = 24 * 60 * 60_000;
/** As long as browsers keep a cookie at most; when a sign-in ends is written in its row. */
const longest = 400 * dayMs;

/** `in` opens the board; `trusted` spares the code; the others carry a step on to the next one. */
type Purpose = "in" | "trusted" | "flow" | "enrol" | "window" | "browser";

export type SignInCookies = ReturnType<typeof signInCookies>;

export function signInCookies({ cookies, origin }: { cookies: Cookies; origin(request: Request): string }) {
  return {
    read: (request: Request, purpose: Purpose): string => cookies.read(request, purpose),

    /** Goes out with the answer to this request. Lax where people come back from the provider's pages. */
    give(request: Request, purpose: Purpose, value: string): void {
      if (!request.res) return;
      const secure = request.secure || origin(request).startsWith("https:");
      const maxAge = purpose === "in" || purpose === "trusted" ? { maxAge: longest } : {};
      const sameSite = purpose === "window" ? "strict" : "lax";
      cookies.set(request.res, purpose, { value, secure, sameSite, ...maxAge });
    },

    drop(request: Request, purpose: Purpose): void {
      if (request.res) cookies.clear(request.res, purpose);
    },
  };
}
