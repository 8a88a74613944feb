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
import { text } from "./text.ts";
import type { TrustedBrowsers } from "./trusted-browsers.ts";

/** What a person on the board can see and change about their own sign-in. */
export function accountSettings(deps: {
  log: Logger;
  cookies: SignInCookies;
  origin(request: Request): string;
  setUp: Pick<WebSignInState, "state" | "missing">;
  rules: Rules;
  store: WebSignInStore;
  browsers: SignIns;
  trusted: TrustedBrowsers;
  factor: SecondFactor;
  currentEntry(request: Request): Entry | null;
  profile(account: AccountRow): Profile | null;
}) {
  const { log, cookies, rules, store, browsers, currentEntry } = deps;

  /** Throws if the browser is not signed in, for example while web sign-in is off. */
  function requireEntry(request: Request): Entry {
    const entry = currentEntry(request);
    if (!entry) throw signInRefusal("off");
    return entry;
  }

  function browsersOf({ signIn: current, account }: Entry): WebSignInState["browsers"] {
    return browsers.openEntriesOf(account.email).map(({ signIn }) => ({
      id: signIn.id,
      browser: signIn.browser ?? text.unnamedBrowser,
      current: signIn.id === current.id,
      created_at: instant(signIn.createdAt),
      last_used_at: instant(signIn.lastUsedAt),
    }));
  }

  function trustedOf({ account }: Entry, request: Request): WebSignInState["trusted_browsers"] {
    const current = deps.trusted.idOf(cookies.read(request, "trusted"));
    return deps.trusted.of(account).map(({ id, browser, createdAt, expiresAt }) => ({
      id,
      browser: browser ?? text.unnamedBrowser,
      current: id === current,
      created_at: instant(createdAt),
      expires_at: instant(expiresAt),
    }));
  }

  return {
    state(request: Request): WebSignInState {
      const entry = currentEntry(request);
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
      const { signIn, account } = requireEntry(request);
      browsers.end([signIn.id]);
      cookies.clear(request, "in");
      log.warn(`[web_sign_in] ${account.email} signed out`);
    },

    /** Signs out one of the person's own browsers. */
    endBrowser(request: Request, id: number): void {
      const { account } = requireEntry(request);
      if (!browsers.openEntriesOf(account.email).some(({ signIn }) => signIn.id === id))
        throw signInRefusal("not_found");
      browsers.end([id]);
      log.warn(`[web_sign_in] ${account.email} signed out browser ${id}`);
    },

    forgetBrowser(request: Request, id: number): void {
      const { account } = requireEntry(request);
      if (!store.forget(account.id, id)) throw signInRefusal("not_found");
      log.warn(`[web_sign_in] ${account.email} no longer trusts browser ${id}`);
    },

    renewRecoveryCodes: (request: Request, code: string): Promise<string[]> =>
      deps.factor.renewRecoveryCodes(requireEntry(request).account, code),
  };
}
