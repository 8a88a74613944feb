import express, { type Request, type Response, type Router } from "express";
import { refusalTeller } from "../../../http/error-handler.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { Refusal } from "../../../lib/errors.ts";
import { isWaitingWindow, showHandOver, windowRoutes } from "./desktop-sign-in-routes.ts";
import * as pages from "./pages.ts";
import { browserName, localPath } from "./rules.ts";
import { callbackPath } from "./sign-in-flow.ts";
import { type PageDeps, queryOf, readForm, type SignInPagesDeps, stepUrl } from "./sign-in-form.ts";
import type { Entrance } from "./sign-ins.ts";

/** The pages below /sign-in. They work without a script; each form carries its token. */
export function signInPages(deps: SignInPagesDeps): Router {
  const { wayIn, desk, missing } = deps.webSignIn;
  const router = express.Router();
  if (wayIn) {
    router.use(express.urlencoded({ extended: false, limit: "16kb", parameterLimit: 20 }));
    startRoutes(router, { ...deps, ...wayIn });
    windowRoutes(router, { ...deps, ...wayIn });
    codeRoutes(router, { ...deps, ...wayIn });
    enrolRoutes(router, { ...deps, ...wayIn });
  } else {
    router.use((_request, response) => {
      if (desk) sendPlainPage(response, pages.incompletePage(missing));
      else response.redirect(303, "/");
    });
  }
  // What stops somebody from signing in is told on a page.
  router.use(refusalTeller((refusal, response) => sendPlainPage(response, pages.refusedPage(refusal))));
  return router;
}

const returnTo = (request: Request): string =>
  localPath(new URLSearchParams(queryOf(request)).get("return_to") ?? undefined);

function letIn({ cookies }: PageDeps, request: Request, { token, trusted }: Entrance): void {
  cookies.give(request, "in", token);
  if (trusted !== null) cookies.give(request, "trusted", trusted);
}

/** A code that was not right, to tell of beside the field; everything else ends the step. */
function wrongCode(error: unknown): pages.Wrong {
  if (error instanceof Refusal && (error.status === 422 || error.status === 429)) return error;
  throw error;
}

function startRoutes(router: Router, deps: PageDeps): void {
  const { webSignIn, flow, cookies, forms, rules } = deps;

  router.get("/", (request, response) => {
    const target = returnTo(request);
    if (webSignIn.desk?.personOf(request)) return response.redirect(303, target);
    if (isWaitingWindow(request)) return showHandOver(deps, [request, response], target);
    const parts = { token: forms.issue(request, response), returnTo: target };
    const signedOut = new URLSearchParams(queryOf(request)).has("signed_out");
    const { issuer, allowedDomains: domains } = rules;
    sendPlainPage(response, pages.startPage({ ...parts, issuer, domains, signedOut }));
  });

  router.post("/", async (request, response) => {
    const given = readForm(deps, request);
    const redirectUri = deps.origin(request) + callbackPath;
    const { url, parcel } = await flow.begin({ redirectUri, returnTo: given.return_to });
    cookies.give(request, "flow", parcel);
    sendPlainPage(response, pages.onwardsPage(url));
  });

  router.get("/callback", async (request, response) => {
    const parcel = cookies.read(request, "flow");
    // Whatever comes of it, the same way back is taken once.
    cookies.drop(request, "flow");
    const entered = await flow.returned({
      query: queryOf(request),
      parcel,
      browser: browserName(request.headers["user-agent"]),
      trusted: cookies.read(request, "trusted"),
    });
    if (!entered) return response.redirect(303, "/sign-in/done");
    cookies.give(request, "in", entered.token);
    const { next, returnTo: target } = entered;
    response.redirect(303, next === "board" ? target : stepUrl(next, target));
  });
}

function codeRoutes(router: Router, deps: PageDeps): void {
  const { flow, cookies, forms, rules } = deps;

  function show(
    request: Request,
    response: Response,
    of: { target: string; wrong: pages.Wrong | null },
  ): void {
    const { email, stands } = flow.pending(cookies.read(request, "in"));
    if (!stands) return response.redirect(303, stepUrl("enrol", of.target));
    const parts = { token: forms.issue(request, response), returnTo: of.target };
    const trustedDays = rules.trustedBrowserDays;
    sendPlainPage(response, pages.codePage({ ...parts, email, trustedDays, wrong: of.wrong }));
  }

  router.get("/code", (request, response) =>
    show(request, response, { target: returnTo(request), wrong: null }),
  );

  router.post("/code", async (request, response) => {
    const { code, trust, return_to } = readForm(deps, request);
    const target = localPath(return_to);
    try {
      const given = { code, trust: trust === "1" };
      letIn(deps, request, await flow.giveCode(cookies.read(request, "in"), given));
      response.redirect(303, target);
    } catch (error) {
      show(request, response, { target, wrong: wrongCode(error) });
    }
  });
}

function enrolRoutes(router: Router, deps: PageDeps): void {
  const { enrolment, cookies, forms, rules } = deps;

  async function show(
    request: Request,
    response: Response,
    of: { target: string; wrong: pages.Wrong | null },
  ): Promise<void> {
    const offered = await enrolment.offer(cookies.read(request, "in"), cookies.read(request, "enrol"));
    cookies.give(request, "enrol", offered.parcel);
    const parts = { token: forms.issue(request, response), returnTo: of.target };
    const trustedDays = rules.trustedBrowserDays;
    sendPlainPage(response, pages.enrolPage({ ...parts, ...offered, trustedDays, wrong: of.wrong }));
  }

  router.get("/enrol", (request, response) =>
    show(request, response, { target: returnTo(request), wrong: null }),
  );

  router.post("/enrol", async (request, response) => {
    const { code, current, trust, return_to } = readForm(deps, request);
    const target = localPath(return_to);
    const parcel = cookies.read(request, "enrol");
    try {
      const given = { parcel, code, current, trust: trust === "1" };
      const { recoveryCodes, entrance } = await enrolment.enrol(cookies.read(request, "in"), given);
      if (entrance) letIn(deps, request, entrance);
      cookies.drop(request, "enrol");
      sendPlainPage(response, pages.recoveryCodesPage({ codes: recoveryCodes, returnTo: target }));
    } catch (error) {
      await show(request, response, { target, wrong: wrongCode(error) });
    }
  });
}
