import type { Request } from "express";
import type { Database } from "../../../db/open.ts";
import type { Person, SignInAuthenticator } from "../../../http/board-auth.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { WebSignIn as Profile } from "../identity/model.ts";
import { ownSignIn } from "./account-settings.ts";
import { type DesktopSignIns, desktopSignIns } from "./desktop-sign-in.ts";
import { type Enrolment, enrolment } from "./enrollment.ts";
import { identityProvider } from "./identity-provider.ts";
import { hasAuthenticator, judgeSetUp, type Rules } from "./rules.ts";
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
  /** Where people reach the service, as far as a request tells. */
  origin(request: Request): string;
}

export interface WayIn {
  handOvers: DesktopSignIns;
  flow: SignInFlow;
  enrolment: Enrolment;
}

export type WebSignIn = ReturnType<typeof webSignInService>;

/** Sign-in to the board through an identity provider and an authenticator. Off unless it is set up. */
export function webSignInService(deps: WebSignInDeps) {
  const { cookies, log, settings } = deps;
  const { clientId, clientSecret, ...rules } = settings;
  const setUp = judgeSetUp({
    SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID: clientId !== null,
    SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET: clientSecret !== null,
    SERVICE_WEB_AUTH_ALLOWED_DOMAINS: rules.allowedDomains.length > 0,
  });
  if (setUp.state === "incomplete")
    log.warn({ missing: setUp.missing }, "[web_sign_in] half set up: nobody gets in");
  const isOn = setUp.state === "on";
  const store = webSignInStore(deps.database);
  const trusted = trustedBrowsers({ ...deps, store, rules });
  const browsers = signIns({ ...deps, store, rules, trusted });
  const factor = secondFactor({ ...deps, store, rules });
  const cookieOf = (request: Request): string => (isOn ? cookies.read(request, "in") : "");

  function whoIs(request: Request): Entry | null {
    const token = cookieOf(request);
    return browsers.whoIs(token, () => cookies.give(request, "in", token));
  }

  /** null for who came from the provider but never got in. */
  function profile(account: AccountRow): Profile | null {
    const { email, name, lastSignedInAt, totpEnrolledAt } = account;
    if (lastSignedInAt === null) return null;
    const stands = totpEnrolledAt !== null && hasAuthenticator(account, rules);
    return {
      email,
      name,
      last_signed_in_at: instant(lastSignedInAt),
      totp_required: rules.secondFactor === "required",
      totp_enrolled_at: stands ? instant(totpEnrolledAt) : null,
      recovery_codes_remaining: stands ? store.recoveryCodesLeft(account.id) : 0,
    };
  }

  function makeWayIn(): WayIn | null {
    if (!isOn || clientId === null || clientSecret === null) return null;
    const provider = identityProvider({ ...rules, clientId, clientSecret, log });
    const kept = { store, rules, signIns: browsers, trusted, factor, handOvers: desktopSignIns(deps) };
    const parts = { ...deps, ...kept, provider, parcels: sealedState(deps) };
    return { handOvers: kept.handOvers, flow: signInFlow(parts), enrolment: enrolment(parts) };
  }

  return {
    /** Absent while it is off. */
    desk: setUp.state === "off" ? null : deskOf(setUp.missing, whoIs),
    missing: setUp.missing,
    /** Absent unless it is on. */
    wayIn: makeWayIn(),
    ...ownSignIn({ ...deps, setUp, rules, store, browsers, trusted, factor, whoIs, profile }),
    /** Calls `stop` once the browser behind the request is signed out. Returns how to stop listening. */
    onSignedOut: (request: Request, stop: () => void) => browsers.watch(cookieOf(request), stop),

    /** The sign-in of the browser behind a request; null where nobody signed in. */
    signInOf: (request: Request): number | null => whoIs(request)?.signIn.id ?? null,
    /** Whether it still opens the board. While nobody can sign in none is taken for ended. */
    stands: (id: number): boolean => !isOn || browsers.stands(id),

    /** E71: null while it is off, and where nobody with that address ever signed in. */
    profileOf(email: string): Profile | null {
      const [account] = isOn ? store.accountsWith(email.toLowerCase()) : [];
      return account ? profile(account) : null;
    },

    /**
     * R225: ends every sign-in of this address and forgets its trusted browsers; returns how many of them opened
     * the board. While it is off none does, yet none shall once it is on again.
     */
    endAllOf(email: string): number {
      const address = email.toLowerCase();
      for (const { id } of store.accountsWith(address)) store.forgetAllOf(id);
      return browsers.endAllOf(address);
    },
  };
}

function deskOf(missing: readonly string[], whoIs: (request: Request) => Entry | null): SignInAuthenticator {
  return {
    missing,
    personOf(request): Person | null {
      const entry = whoIs(request);
      return entry && { email: entry.account.email, name: entry.account.name };
    },
  };
}
