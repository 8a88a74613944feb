import { createHmac, randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import { isSameSecret } from "../lib/session-token.ts";
import type { Cookies } from "./cookies.ts";
import { forbidden } from "./guard.ts";
import { text } from "./text.ts";

export type FormGuard = ReturnType<typeof formGuard>;

/** Makes sure that forms come from our own pages: their token belongs to a cookie that other sites cannot read or set. */
export function formGuard({ secret, cookies }: { secret: string; cookies: Cookies }) {
  const tokenOf = (value: string): string =>
    createHmac("sha256", secret).update(`form:${value}`).digest("base64url");
  return {
    /** The token for a form on the page being sent. */
    issue(request: Request, response: Response): string {
      const known = cookies.read(request, "form");
      const value = known === "" ? randomBytes(16).toString("base64url") : known;
      cookies.set(response, "form", { value, sameSite: "lax", secure: request.secure });
      return tokenOf(value);
    },
    /** Throws 403 if the form was not sent by a page of ours. */
    check(request: Request, token: string): void {
      const site = request.headers["sec-fetch-site"];
      const value = cookies.read(request, "form");
      const fromHere = site === undefined || site === "same-origin";
      if (!fromHere || value === "" || !isSameSecret(token, tokenOf(value))) throw forbidden(text.staleForm);
    },
  };
}
