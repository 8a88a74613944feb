import type { Request, Response, Router } from "express";
import { forbidden, isFromHere } from "../../../http/guard.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { browserPage, donePage, onwardsPage, waitingPage } from "./pages.ts";
import { browserName, isAppWindow } from "./rules.ts";
import { callbackPath } from "./sign-in-flow.ts";
import { type PageDeps, queryOf, readForm, stepUrl } from "./sign-in-form.ts";

/** A window of the app on this machine, where nobody can sign in. */
export const isWaitingWindow = (request: Request): boolean =>
  isAppWindow(request.headers["user-agent"]) && isFromHere(request);

/** Gives the window its secret and shows it what to open in the person's browser. */
export function showHandOver(
  { handOvers, cookies, forms, origin }: PageDeps,
  [request, response]: readonly [Request, Response],
  returnTo: string,
): void {
  const { window, ticket, number } = handOvers.begin(returnTo);
  cookies.give(request, "window", window);
  const token = forms.issue(request, response);
  const address = `${origin(request)}/sign-in/browser?ticket=${ticket}`;
  sendPlainPage(response, waitingPage({ token, number, address }));
}

/** The waiting window's side, which answers on this machine only, and the side of the person's browser. */
export function windowRoutes(router: Router, deps: PageDeps): void {
  const { flow, handOvers, cookies, forms, origin, rules } = deps;

  router.post("/window", (request, response) => {
    if (!isFromHere(request)) throw forbidden("Windows of the app are on this machine only");
    readForm(deps, request);
    const window = cookies.read(request, "window");
    const browser = browserName(request.headers["user-agent"]);
    const entered = flow.enterWindow(window, { browser, trusted: cookies.read(request, "trusted") });
    if (!entered) {
      const parts = { token: forms.issue(request, response), number: handOvers.numberOf(window) };
      return sendPlainPage(response, waitingPage({ ...parts, address: null }));
    }
    cookies.drop(request, "window");
    cookies.give(request, "in", entered.token);
    const { next, returnTo } = entered;
    response.redirect(303, next === "board" ? returnTo : stepUrl(next, returnTo));
  });

  // The ticket goes out of the address at once; what stays in the browser's history opens nothing.
  router.get("/browser", (request, response) => {
    const ticket = new URLSearchParams(queryOf(request)).get("ticket");
    if (ticket !== null) {
      cookies.give(request, "browser", handOvers.follow(ticket));
      return response.redirect(303, "/sign-in/browser");
    }
    const number = handOvers.numberFor(cookies.read(request, "browser"));
    const { issuer, allowedDomains: domains } = rules;
    sendPlainPage(response, browserPage({ token: forms.issue(request, response), number, issuer, domains }));
  });

  router.post("/browser", async (request, response) => {
    readForm(deps, request);
    const handOver = cookies.read(request, "browser");
    cookies.drop(request, "browser");
    const redirectUri = origin(request) + callbackPath;
    const { url, parcel } = await flow.begin({ redirectUri, returnTo: "/", handOver });
    cookies.give(request, "flow", parcel);
    sendPlainPage(response, onwardsPage(url));
  });

  router.get("/done", (_request, response) => sendPlainPage(response, donePage));
}
