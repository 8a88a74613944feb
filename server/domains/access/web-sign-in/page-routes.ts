import express, { type Request, type Response, type Router } from "express";
import { refusalPages } from "../../../http/error-handler.ts";
import { sendPlainPage } from "../../../http/plain-page.ts";
import { Refusal } from "../../../lib/errors.ts";
import { sendFinishPage } from "../page-keys/index.ts";
import { browserName } from "./browser-names.ts";
import { desktopSignInRoutes, isWaitingWindow, showWaitingPage } from "./desktop-sign-in-routes.ts";
import { signInRefusal } from "./errors.ts";
import * as pages from "./pages.ts";
import { localPath } from "./rules.ts";
import { callbackPath } from "./sign-in-flow.ts";
import {
  type PageDeps,
  queryOf,
  readForm,
  type SignInPagesDeps,
  sendNextStep,
  stepProofIn,
  stepUrl,
} from "./sign-in-form.ts";
import type { SignInTokens } from "./sign-ins.ts";

/** The pages below /sign-in. They work without JavaScript; each form carries its own token. */
export function signInPages(deps: SignInPagesDeps): Router {
  const { steps, authenticator, missing } = deps.webSignIn;
  const router = express.Router();
  if (steps) {
    router.use(express.urlencoded({ extended: false, limit: "16kb", parameterLimit: 20 }));
    startRoutes(router, { ...deps, ...steps });
    desktopSignInRoutes(router, { ...deps, ...steps });
    codeRoutes(router, { ...deps, ...steps });
    enrollRoutes(router, { ...deps, ...steps });
  } else {
    router.use((_request, response) => {
      if (authenticator) sendPlainPage(response, pages.incompletePage(missing));
      else response.redirect(303, "/");
    });
  }
  // Errors during sign-in are shown on a page.
  router.use(refusalPages((refusal, response) => sendPlainPage(response, pages.refusedPage(refusal))));
  return router;
}

const returnTo = (request: Request): string =>
  localPath(new URLSearchParams(queryOf(request)).get("return_to") ?? undefined);

function setSignInCookies({ cookies }: PageDeps, request: Request, { token, trusted }: SignInTokens): void {
  cookies.set(request, "in", token);
  if (trusted !== null) cookies.set(request, "trusted", trusted);
}

/** A wrong code is reported next to the field; any other error ends the step. */
function wrongCode(error: unknown): pages.Wrong {
  if (error instanceof Refusal && (error.status === 422 || error.status === 429)) return error;
  throw error;
}

function startRoutes(router: Router, deps: PageDeps): void {
  const { webSignIn, flow, cookies, forms, rules } = deps;

  router.get("/", (request, response) => {
    const target = returnTo(request);
    const asked = new URLSearchParams(queryOf(request));
    // A page that was refused has lost its key, whatever its cookie says: only another sign-in gives it a new one.
    if (webSignIn.authenticator?.personOf(request) && !asked.has("refused"))
      return response.redirect(303, target);
    if (isWaitingWindow(request)) return showWaitingPage(deps, [request, response], target);
    const parts = { token: forms.issue(request, response), returnTo: target };
    const signedOut = asked.has("signed_out");
    const { issuer, allowedDomains: domains } = rules;
    sendPlainPage(response, pages.startPage({ ...parts, issuer, domains, signedOut }));
  });

  router.post("/", async (request, response) => {
    const given = readForm(deps, request);
    const redirectUri = deps.origin(request) + callbackPath;
    const { url, sealed } = await flow.begin({ redirectUri, returnTo: given.return_to });
    cookies.set(request, "flow", sealed);
    sendPlainPage(response, pages.redirectPage(url));
  });

  router.get("/callback", async (request, response) => {
    const sealed = cookies.read(request, "flow");
    // The callback works once, whether or not it succeeds.
    cookies.clear(request, "flow");
    const step = await flow.returned({
      query: queryOf(request),
      sealed,
      browser: browserName(request.headers["user-agent"]),
      trusted: cookies.read(request, "trusted"),
    });
    if (!step) return response.redirect(303, "/sign-in/done");
    sendNextStep(deps, [request, response], step);
  });
}

function codeRoutes(router: Router, deps: PageDeps): void {
  const { flow, cookies, forms, rules } = deps;

  function show(
    request: Request,
    response: Response,
    of: { target: string; wrong: pages.Wrong | null },
  ): void {
    const { email, isEnrolled } = flow.pending(cookies.read(request, "in"));
    if (!isEnrolled) return response.redirect(303, stepUrl("enrol", of.target, stepProofIn(request)));
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
      const tokens = await flow.submitCode(cookies.read(request, "in"), given);
      setSignInCookies(deps, request, tokens);
      sendFinishPage(response, { token: tokens.keyToken, returnTo: target });
    } catch (error) {
      show(request, response, { target, wrong: wrongCode(error) });
    }
  });
}

function enrollRoutes(router: Router, deps: PageDeps): void {
  const { webSignIn, enrollment, cookies, forms, rules, stepProofs } = deps;

  /** A first authenticator opens the account, so it takes more than the cookie of a sign-in that was begun. */
  function requireStep(request: Request, step: string): void {
    if (webSignIn.authenticator?.personOf(request)) return;
    if (!stepProofs.isOf(cookies.read(request, "in"), step)) throw signInRefusal("expired");
  }

  async function show(
    request: Request,
    response: Response,
    of: { target: string; step: string; wrong: pages.Wrong | null },
  ): Promise<void> {
    const offered = await enrollment.offer(cookies.read(request, "in"), cookies.read(request, "enrol"));
    requireStep(request, of.step);
    cookies.set(request, "enrol", offered.sealed);
    const parts = { token: forms.issue(request, response), returnTo: of.target, step: of.step };
    const trustedDays = rules.trustedBrowserDays;
    sendPlainPage(response, pages.enrollPage({ ...parts, ...offered, trustedDays, wrong: of.wrong }));
  }

  router.get("/enrol", (request, response) =>
    show(request, response, { target: returnTo(request), step: stepProofIn(request), wrong: null }),
  );

  router.post("/enrol", async (request, response) => {
    const { code, current, trust, return_to, step } = readForm(deps, request);
    requireStep(request, step);
    const target = localPath(return_to);
    const sealed = cookies.read(request, "enrol");
    try {
      const given = { sealed, code, current, trust: trust === "1" };
      const { recoveryCodes, tokens } = await enrollment.enroll(cookies.read(request, "in"), given);
      if (tokens) setSignInCookies(deps, request, tokens);
      cookies.clear(request, "enrol");
      const keyToken = tokens?.keyToken ?? null;
      sendPlainPage(response, pages.recoveryCodesPage({ codes: recoveryCodes, returnTo: target, keyToken }));
    } catch (error) {
      await show(request, response, { target, step, wrong: wrongCode(error) });
    }
  });
}
