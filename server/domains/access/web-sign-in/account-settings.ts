import type { Request } from "express";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { WebSignIn as Profile } from "../identity/model.ts";
import { signInRefusal } from "./errors.ts";
import type { WebSignInState } from "./model.ts";
import type { Rules } from "./rules.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { SignInCookies } from "./sign-in-cookies.ts";
import { callbackPath } from "./sign-in-flow.ts";
import type { SignIns } from "./sign-ins.ts";
import type { AccountRow, Entry, WebSignInStore } from "./store.ts";
import type { TrustedBrowsers } from "./trusted-browsers.ts";

/** What the person at the board may know and do about how they are signed in. */
export function ownSignIn(deps: {
  log: Logger;
  cookies: SignInCookies;
  origin(request: Request): string;
  setUp: Pick<WebSignInState, "state" | "missing">;
  rules: Rules;
  store: WebSignInStore;
  browsers: SignIns;
  trusted: TrustedBrowsers;
  factor: SecondFactor;
  whoIs(request: Request): Entry | null;
  profile(account: AccountRow): Profile | null;
}) {
  const { log, cookies, rules, store, browsers, whoIs } = deps;

  /** Throws where nobody signed in, as while it is off. */
  function asked(request: Request): Entry {
    const entry = whoIs(request);
    if (!entry) throw signInRefusal("off");
    return entry;
  }

  function browsersOf({ signIn: asking, account }: Entry): WebSignInState["browsers"] {
    return browsers.openOf(account.email).map(({ signIn }) => ({
      id: signIn.id,
      browser: signIn.browser ?? unnamed,
      current: signIn.id === asking.id,
      created_at: instant(signIn.createdAt),
      last_used_at: instant(signIn.lastUsedAt),
    }));
  }

  function trustedOf({ account }: Entry, request: Request): WebSignInState["trusted_browsers"] {
    const current = deps.trusted.idOf(cookies.read(request, "trusted"));
    return deps.trusted.of(account).map(({ id, browser, createdAt, expiresAt }) => ({
      id,
      browser: browser ?? unnamed,
      current: id === current,
      created_at: instant(createdAt),
      expires_at: instant(expiresAt),
    }));
  }

  return {
    state(request: Request): WebSignInState {
      const entry = whoIs(request);
      return {
        ...deps.setUp,
        issuer: rules.issuer,
        redirect_uri: deps.origin(request) + callbackPath,
        allowed_domains: [...rules.allowedDomains],
        second_factor: rules.secondFactor,
        sign_in_days: rules.signInDays,
        trusted_browser_days: rules.trustedBrowserDays,
        you: entry && deps.profile(entry.account),
        browsers: entry ? browsersOf(entry) : [],
        trusted_browsers: entry ? trustedOf(entry, request) : [],
      };
    },

    signOut(request: Request): void {
      const { signIn, account } = asked(request);
      browsers.end([signIn.id]);
      cookies.drop(request, "in");
      log.warn(`[web_sign_in] ${account.email} signed out`);
    },

    /** One of the person's own browsers. */
    endBrowser(request: Request, id: number): void {
      const { account } = asked(request);
      if (!browsers.openOf(account.email).some(({ signIn }) => signIn.id === id))
        throw signInRefusal("not_found");
      browsers.end([id]);
      log.warn(`[web_sign_in] ${account.email} signed browser ${id} out`);
    },

    forgetBrowser(request: Request, id: number): void {
      const { account } = asked(request);
      if (!store.forget(account.id, id)) throw signInRefusal("not_found");
      log.warn(`[web_sign_in] ${account.email} no longer trusts browser ${id}`);
    },

    renewRecoveryCodes: (request: Request, code: string): Promise<string[]> =>
      deps.factor.renewRecoveryCodes(asked(request).account, code),
  };
}

const unnamed = "A browser";
