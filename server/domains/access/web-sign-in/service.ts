import type { Request } from "express";
import { z } from "zod";
import type { Database } from "../../../db/open.ts";
import type { Person, SignInAuthenticator } from "../../../http/board-auth.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { WebSignIn as Profile } from "../identity/model.ts";
import type { PageKeys } from "../page-keys/index.ts";
import { accountSettings } from "./account-settings.ts";
import { type DesktopSignIns, desktopSignIns } from "./desktop-sign-in.ts";
import { type Enrollment, enrollment } from "./enrollment.ts";
import { identityProvider } from "./identity-provider.ts";
import { decideSetUp, hasAuthenticator, type Rules } from "./rules.ts";
import { sealedState } from "./sealed-state.ts";
import { secondFactor } from "./second-factor.ts";
import type { SignInCookies } from "./sign-in-cookies.ts";
import { type SignInFlow, signInFlow } from "./sign-in-flow.ts";
import { signIns } from "./sign-ins.ts";
import { type AccountRow, type Entry, webSignInStore } from "./store.ts";
import { trustedBrowsers } from "./trusted-browsers.ts";

export interface WebSignInDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  secrets: Pick<SecretStore, "seal" | "open">;
  cookies: SignInCookies;
  settings: Rules & { clientId: string | null; clientSecret: string | null };
  /** The origin at which a request reached the service. */
  origin(request: Request): string;
  pageKeys: Pick<PageKeys, "isFromPage" | "awaitKey">;
}

/** What the sign-in pages work with while web sign-in is on. */
export interface SignInSteps {
  desktopSignIns: DesktopSignIns;
  flow: SignInFlow;
  enrollment: Enrollment;
  stepProofs: StepProofs;
}

/**
 * Shows that a browser was sent to a step by the answer to the one before, and not only has its cookie, which servers on other
 * ports get as well.
 */
interface StepProofs {
  of(token: string): string;
  isOf(token: string, proof: string): boolean;
}

export type WebSignIn = ReturnType<typeof webSignInService>;

/** Sign-in to the board through an identity provider and an authenticator. Off by default. */
export function webSignInService(deps: WebSignInDeps) {
  const { cookies, log, settings } = deps;
  const { clientId, clientSecret, ...rules } = settings;
  const setUp = decideSetUp({
    SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID: clientId !== null,
    SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET: clientSecret !== null,
    SERVICE_WEB_AUTH_ALLOWED_DOMAINS: rules.allowedDomains.length > 0,
  });
  if (setUp.state === "incomplete")
    log.warn({ missing: setUp.missing }, "[web_sign_in] not fully configured: no one can sign in");
  const isOn = setUp.state === "on";
  const store = webSignInStore(deps.database);
  const trusted = trustedBrowsers({ ...deps, store, rules });
  const browsers = signIns({ ...deps, store, rules, trusted });
  const factor = secondFactor({ ...deps, store, rules });
  const cookieOf = (request: Request): string => (isOn ? cookies.read(request, "in") : "");

  function currentEntry(request: Request): Entry | null {
    const token = cookieOf(request);
    return browsers.findForBoard(token, () => cookies.set(request, "in", token));
  }

  /** Returns null for an account that came from the provider but never completed a sign-in. */
  function profile(account: AccountRow): Profile | null {
    const { email, name, lastSignedInAt, totpEnrolledAt } = account;
    if (lastSignedInAt === null) return null;
    const isEnrolled = totpEnrolledAt !== null && hasAuthenticator(account, rules);
    return {
      email,
      name,
      last_signed_in_at: instant(lastSignedInAt),
      totp_required: rules.secondFactor === "required",
      totp_enrolled_at: isEnrolled ? instant(totpEnrolledAt) : null,
      recovery_codes_remaining: isEnrolled ? store.recoveryCodesLeft(account.id) : 0,
    };
  }

  function makeSteps(): SignInSteps | null {
    if (!isOn || clientId === null || clientSecret === null) return null;
    const provider = identityProvider({ ...rules, clientId, clientSecret, clock: deps.clock, log });
    const sealed = sealedState(deps);
    const parts = {
      ...deps,
      store,
      rules,
      provider,
      trusted,
      factor,
      signIns: browsers,
      sealedState: sealed,
      desktopSignIns: desktopSignIns(deps),
    };
    return {
      desktopSignIns: parts.desktopSignIns,
      flow: signInFlow(parts),
      enrollment: enrollment(parts),
      stepProofs: {
        of: (token) => sealed.seal("step", token),
        isOf: (token, proof) => token !== "" && sealed.open("step", proof, z.string()) === token,
      },
    };
  }

  return {
    /** Null while web sign-in is off. */
    authenticator:
      setUp.state === "off" ? null : makeAuthenticator(setUp.missing, currentEntry, deps.pageKeys),
    missing: setUp.missing,
    /** Null unless web sign-in is on. */
    steps: makeSteps(),
    ...accountSettings({ ...deps, setUp, rules, store, browsers, trusted, factor, currentEntry, profile }),
    /** Calls `stop` once the browser behind the request is signed out. Returns an unsubscribe function. */
    onSignedOut: (request: Request, stop: () => void) => browsers.watch(cookieOf(request), stop),

    /** The sign-in of the browser behind a request; null if it is not signed in. */
    signInOf: (request: Request): number | null => currentEntry(request)?.signIn.id ?? null,
    /** Whether a sign-in still gives access to the board. While web sign-in is off, none counts as ended. */
    isSignedIn: (id: number): boolean => !isOn || browsers.isSignedIn(id),

    /** E71. Returns null while web sign-in is off, and for an address that never signed in. */
    profileOf(email: string): Profile | null {
      const [account] = isOn ? store.accountsWith(email.toLowerCase()) : [];
      return account ? profile(account) : null;
    },

    /**
     * R225. Ends every sign-in of this address and forgets its trusted browsers. Returns how many of the sign-ins gave
     * access to the board. Also works while web sign-in is off, so that none is valid once it is on again.
     */
    endAllOf(email: string): number {
      const address = email.toLowerCase();
      for (const { id } of store.accountsWith(address)) store.forgetAllOf(id);
      return browsers.endAllOf(address);
    },
  };
}

function makeAuthenticator(
  missing: readonly string[],
  whoIs: (request: Request) => Entry | null,
  pageKeys: Pick<PageKeys, "isFromPage">,
): SignInAuthenticator {
  const personIn = ({ account: { email, name } }: Entry): Person => ({ email, name });
  return {
    missing,
    personOf(request) {
      const entry = whoIs(request);
      return entry && personIn(entry);
    },
    fromPage(request) {
      const entry = whoIs(request);
      if (!entry || !pageKeys.isFromPage(request, { ...entry.signIn, holder: `person ${entry.signIn.id}` }))
        return null;
      return personIn(entry);
    },
  };
}
