import type { Request, Response, Router } from "express";
import { forbidden, isFromHere } from "../../../http/guard.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { browserName } from "./browser-names.ts";
import { browserPage, donePage, redirectPage, waitingPage } from "./pages.ts";
import { isAppWindow } from "./rules.ts";
import { callbackPath } from "./sign-in-flow.ts";
import { type PageDeps, queryOf, readForm, sendNextStep } from "./sign-in-form.ts";
import { text } from "./text.ts";

/** Whether the request comes from an app window on this machine, which cannot sign in directly. */
export const isWaitingWindow = (request: Request): boolean =>
  isAppWindow(request.headers["user-agent"]) && isFromHere(request);

/** Gives the app window its secret and shows the link to open in the person's browser. */
export function showWaitingPage(
  { desktopSignIns, cookies, forms, origin }: PageDeps,
  [request, response]: readonly [Request, Response],
  returnTo: string,
): void {
  const { window, ticket, number } = desktopSignIns.begin({
    returnTo,
    browser: browserName(request.headers["user-agent"]),
  });
  cookies.set(request, "window", window);
  const token = forms.issue(request, response);
  const address = `${origin(request)}/sign-in/browser?ticket=${ticket}`;
  sendPlainPage(response, waitingPage({ token, number, address }));
}

/** The waiting window's pages, which answer on this machine only, and the pages for the person's browser. */
export function desktopSignInRoutes(router: Router, deps: PageDeps): void {
  const { flow, desktopSignIns, cookies, forms, origin, rules } = deps;

  router.post("/window", (request, response) => {
    if (!isFromHere(request)) throw forbidden(text.windowElsewhere);
    readForm(deps, request);
    const window = cookies.read(request, "window");
    const step = flow.continueInWindow(window, cookies.read(request, "trusted"));
    if (!step) {
      const parts = { token: forms.issue(request, response), number: desktopSignIns.windowNumber(window) };
      return sendPlainPage(response, waitingPage({ ...parts, address: null }));
    }
    cookies.clear(request, "window");
    sendNextStep(deps, [request, response], step);
  });

  // The ticket is removed from the address at once; the address that remains in the browser's history gives no access.
  router.get("/browser", (request, response) => {
    const ticket = new URLSearchParams(queryOf(request)).get("ticket");
    if (ticket !== null) {
      cookies.set(request, "browser", desktopSignIns.openTicket(ticket));
      return response.redirect(303, "/sign-in/browser");
    }
    const number = desktopSignIns.browserNumber(cookies.read(request, "browser"));
    const { issuer, allowedDomains: domains } = rules;
    sendPlainPage(response, browserPage({ token: forms.issue(request, response), number, issuer, domains }));
  });

  router.post("/browser", async (request, response) => {
    readForm(deps, request);
    const desktopBrowser = cookies.read(request, "browser");
    cookies.clear(request, "browser");
    const redirectUri = origin(request) + callbackPath;
    const { url, sealed } = await flow.begin({ redirectUri, returnTo: "/", desktopBrowser });
    cookies.set(request, "flow", sealed);
    sendPlainPage(response, redirectPage(url));
  });

  router.get("/done", (_request, response) => sendPlainPage(response, donePage));
}
