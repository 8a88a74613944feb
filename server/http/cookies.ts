import { createHmac } from "node:crypto";
import type { Request, Response } from "express";

export type Cookies = ReturnType<typeof cookiesOf>;

/** Cookies are shared between ports, so two data folders on one host need different names. */
export function cookiesOf(secret: string) {
  const folder = createHmac("sha256", secret).update("cookie").digest("base64url").slice(0, 10);
  const nameOf = (purpose: string): string => `signalbox_${folder}_${purpose}`;
  return {
    nameOf,
    /** Empty if it was not sent. */
    read(request: Request, purpose: string): string {
      const start = `${nameOf(purpose)}=`;
      const pairs = (request.headers.cookie ?? "").split(/;\s*/);
      return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? "";
    },
    /** Not readable by scripts. `maxAge` in ms; without it, the cookie ends with the browser session. */
    set(response: Response, purpose: string, cookie: NewCookie): void {
      const { value, ...rest } = cookie;
      response.cookie(nameOf(purpose), value, { httpOnly: true, path: "/", ...rest });
    },
    clear: (response: Response, purpose: string): void =>
      void response.clearCookie(nameOf(purpose), { httpOnly: true, path: "/" }),
  };
}

/** The longest that browsers keep a cookie, in ms. */
export const longestCookieMs = 400 * 86_400_000;

interface NewCookie {
  value: string;
  secure: boolean;
  sameSite: "strict" | "lax";
  maxAge?: number;
}
