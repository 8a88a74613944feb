import { z } from "zod";
import type { Database } from "../../../db/open.ts";
import { readableText } from "../../../lib/character-rules.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { DesktopSignIns } from "./desktop-sign-in.ts";
import { signInRefusal } from "./errors.ts";
import { type Claims, type IdentityProvider, pendingProof } from "./identity-provider.ts";
import { onlyOnce } from "./only-once.ts";
import { decideClaims, hasAuthenticator, localPath, type Rules, stepMs } from "./rules.ts";
import type { SealedState } from "./sealed-state.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { SignIns, SignInTokens } from "./sign-ins.ts";
import type { AccountRow, WebSignInStore } from "./store.ts";
import type { TrustedBrowsers } from "./trusted-browsers.ts";

/** Where the provider redirects people back to. */
export const callbackPath = "/sign-in/callback";

const begun = z.object({
  proof: pendingProof,
  redirectUri: z.string(),
  returnTo: z.string(),
  /** The secret of a browser that signs in a window of the app. */
  desktopBrowser: z.string().optional(),
});

/** Where the browser of a person authenticated by the provider goes next. */
export type NextStep = { returnTo: string; token: string } & (
  | { next: "code" | "enrol" }
  /** With the secret by which the page has the key of the browser bound. */
  | { next: "board"; keyToken: string }
);

export type SignInFlow = ReturnType<typeof signInFlow>;

export interface SignInFlowDeps {
  database: Database;
  store: WebSignInStore;
  clock: Clock;
  log: Logger;
  rules: Rules;
  provider: IdentityProvider;
  sealedState: SealedState;
  signIns: SignIns;
  trusted: TrustedBrowsers;
  factor: SecondFactor;
  desktopSignIns: DesktopSignIns;
}

/** Signing in: to the provider and back, then a code from the authenticator. */
export function signInFlow(deps: SignInFlowDeps) {
  const { store, rules, provider, sealedState, signIns, factor, desktopSignIns } = deps;
  /** A provider that takes a code twice still signs a person in once. */
  const isFirstAnswer = onlyOnce({ clock: deps.clock, lastingMs: stepMs });

  /** Accounts are identified by the provider's subject, because an address can change hands. */
  function findOrCreateAccount(claims: Claims): AccountRow {
    const verdict = decideClaims(claims, rules);
    if (verdict.kind !== "admitted") {
      const email = readableText(String(claims["email"]), 320);
      deps.log.warn({ email, why: verdict.kind }, "[web_sign_in] refused");
      throw signInRefusal(verdict.kind);
    }
    const { email, name } = verdict;
    const { issuer } = rules;
    const { sub: subject } = claims;
    return deps.database.transaction(() => {
      const others = store
        .accountsWith(email)
        .filter((one) => one.issuer === issuer && one.subject !== subject);
      const holder = others.find((account) => hasAuthenticator(account, rules));
      if (holder) throw signInRefusal("address_taken");
      return store.upsertAccount({ issuer, subject, email, name, createdAt: deps.clock.now() });
    });
  }

  /** Completes a sign-in that was begun if no code is needed; otherwise its token is for the next step. */
  function continueSignIn(token: string, of: { trusted: string; returnTo: string }): NextStep {
    const { returnTo } = of;
    const entry = signIns.require(token, "second_factor");
    const isEnrolled = hasAuthenticator(entry.account, rules);
    if (rules.secondFactor === "off" || (isEnrolled && deps.trusted.knows(entry.account, of.trusted)))
      return { returnTo, next: "board", ...signIns.complete(entry, false) };
    return { returnTo, next: isEnrolled ? "code" : "enrol", token };
  }

  return {
    /** Returns where to send the person, and sealed state for their browser to bring back. */
    async begin(of: {
      redirectUri: string;
      returnTo: string;
      /** The secret of a browser that signs in a window of the app. */
      desktopBrowser?: string;
    }): Promise<{ url: string; sealed: string }> {
      const { redirectUri, desktopBrowser } = of;
      if (desktopBrowser !== undefined) desktopSignIns.browserNumber(desktopBrowser);
      const { url, proof } = await provider.begin(redirectUri);
      const returnTo = localPath(of.returnTo);
      return { url, sealed: sealedState.seal("flow", { proof, redirectUri, returnTo, desktopBrowser }) };
    },

    /** The person came back from the provider. Returns null if a window of the app continues instead. */
    async returned(of: {
      query: string;
      sealed: string;
      browser: string;
      trusted: string;
    }): Promise<NextStep | null> {
      const state = sealedState.open("flow", of.sealed, begun);
      if (!state) throw signInRefusal("expired");
      const claims = await provider.finish(new URL(state.redirectUri + of.query), state.proof);
      if (!isFirstAnswer(state.proof.state)) throw signInRefusal("expired");
      const account = findOrCreateAccount(claims);
      if (state.desktopBrowser === undefined)
        return continueSignIn(signIns.begin(account, of.browser), { ...of, returnTo: state.returnTo });
      desktopSignIns.complete(state.desktopBrowser, (browser) => signIns.begin(account, browser));
      return null;
    },

    /** Continues in the window once its person is back in the browser. Returns null until then. */
    continueInWindow(window: string, trusted: string): NextStep | null {
      const claimed = desktopSignIns.claim(window);
      return claimed && continueSignIn(claimed.token, { trusted, returnTo: claimed.returnTo });
    },

    /** The account that has to enter a code next, and whether it already has an authenticator. */
    pending(token: string): { email: string; isEnrolled: boolean } {
      const { account } = signIns.require(token, "second_factor");
      return { email: account.email, isEnrolled: hasAuthenticator(account, rules) };
    },

    async submitCode(token: string, given: { code: string; trust: boolean }): Promise<SignInTokens> {
      const entry = signIns.require(token, "second_factor");
      await factor.check(entry.account, given.code);
      return signIns.complete(entry, given.trust);
    },
  };
}
