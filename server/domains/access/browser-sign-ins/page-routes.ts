import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import { pairPath, signInPath, signInUrl } from "../../../http/board-auth.ts";
import { type Cookies, longestCookieMs } from "../../../http/cookies.ts";
import { cameFromLan, refuseUnlessFromHere } from "../../../http/guard.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { cookiePurpose } from "./authenticator.ts";
import { pageTicketParameter } from "./model.ts";
import { ticketOf } from "./page-tickets.ts";
import { checkingPage, signInPage } from "./pages.ts";
import type { BrowserSignInService } from "./service.ts";

interface PageDeps {
  browsers: BrowserSignInService;
  cookies: Cookies;
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
    const given = exchange.safeParse(request.body);
    const signedIn = browsers.signIn(given.data?.code ?? "", deps.browserName(request.headers["user-agent"]));
    cookies.set(response, cookiePurpose, {
      value: signedIn.cookie,
      sameSite: "strict",
      secure: request.secure,
      // The sign-in itself ends earlier.
      maxAge: longestCookieMs,
    });
    response.setHeader("cache-control", "no-store").json({ page_key: signedIn.pageKey });
  });

  return router;
}

const exchange = z.object({ code: z.string() });

/** The link that signs a browser in, with its code in the fragment, which browsers never send to a server. */
export const launchLink = (origin: string, code: string): string => `${origin}${signInPath}#code=${code}`;

/** The ticket of a request that came from the board's own page; otherwise null, after answering with a page that gets one. */
export function requirePage(
  browsers: BrowserSignInService,
  request: Request,
  response: Response,
): string | null {
  const { ticket } = ticketOf(request.originalUrl);
  if (ticket === null) {
    sendPlainPage(response, checkingPage);
    return null;
  }
  if (browsers.authenticator.fromPage(request) !== null) return ticket;
  const url = new URL(request.originalUrl, "http://board.invalid");
  url.searchParams.delete(pageTicketParameter);
  response.redirect(303, signInUrl(url.pathname + url.search));
  return null;
}
