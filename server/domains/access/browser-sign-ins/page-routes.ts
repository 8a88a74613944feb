import express, { type Router } from "express";
import { z } from "zod";
import { pairPath, signInPath } from "../../../http/board-auth.ts";
import { type Cookies, longestCookieMs } from "../../../http/cookies.ts";
import { cameFromLan, refuseUnlessFromHere } from "../../../http/guard.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import type { PageKeys } from "../page-keys/index.ts";
import { cookiePurpose } from "./authenticator.ts";
import { signInPage } from "./pages.ts";
import type { BrowserSignInService } from "./service.ts";

interface PageDeps {
  browsers: BrowserSignInService;
  cookies: Cookies;
  pageKeys: Pick<PageKeys, "accept">;
  browserName(userAgent: string | undefined): string;
  /** A path on the board to open after the sign-in; anything that could lead elsewhere becomes "/". */
  localPath(wanted: string | undefined): string;
  commandLine: string | null;
}

/** The page below /sign-in that takes a launch link, and the exchange of its code. */
export function ownerSignInPages(deps: PageDeps): Router {
  const { browsers, cookies } = deps;
  const router = express.Router();

  router.get("/", (request, response) => {
    if (cameFromLan(request)) return response.redirect(303, pairPath);
    refuseUnlessFromHere(request);
    const wanted = new URLSearchParams(request.originalUrl.split("?")[1] ?? "").get("return_to");
    sendPlainPage(
      response,
      signInPage({
        commandLine: deps.commandLine,
        returnTo: deps.localPath(wanted ?? undefined),
      }),
    );
  });

  router.post("/", express.json({ limit: "1kb" }), (request, response) => {
    refuseUnlessFromHere(request);
    const { code = "", public_key: publicKey = "", proof = "" } = exchange.safeParse(request.body).data ?? {};
    const key = deps.pageKeys.accept(request, { secret: code, publicKey, proof });
    const signedIn = browsers.signIn(code, deps.browserName(request.headers["user-agent"]), key);
    cookies.set(response, cookiePurpose, {
      value: signedIn.cookie,
      sameSite: "strict",
      secure: request.secure,
      // The sign-in itself ends earlier.
      maxAge: longestCookieMs,
    });
    response.setHeader("cache-control", "no-store").json({ message: "" });
  });

  return router;
}

const exchange = z.object({ code: z.string(), public_key: z.string(), proof: z.string() });

/** The link that signs a browser in, with its code in the fragment, which browsers never send to a server. */
export const launchLink = (
  origin: string,
  { code, path }: { code: string; path: string | undefined },
): string => {
  const search = path === undefined ? "" : `?${new URLSearchParams({ return_to: path }).toString()}`;
  return `${origin}${signInPath}${search}#code=${code}`;
};
