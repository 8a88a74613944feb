import { z } from "zod";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { DesktopSignIns } from "./desktop-sign-in.ts";
import { signInRefusal } from "./errors.ts";
import { type Claims, type IdentityProvider, pendingProof } from "./identity-provider.ts";
import { hasAuthenticator, judgeClaims, localPath, type Rules } from "./rules.ts";
import type { SealedState } from "./sealed-state.ts";
import type { SecondFactor } from "./second-factor.ts";
import type { Entrance, SignIns } from "./sign-ins.ts";
import type { AccountRow, WebSignInStore } from "./store.ts";
import type { TrustedBrowsers } from "./trusted-browsers.ts";

/** Where the provider sends people back to. */
export const callbackPath = "/sign-in/callback";

const begun = z.object({
  proof: pendingProof,
  redirectUri: z.string(),
  returnTo: z.string(),
  /** Of a browser that signs in for a window of the app. */
  handOver: z.string().optional(),
});

/** Someone whom the provider knows, and what their browser is to do next. */
interface Entered {
  returnTo: string;
  next: "board" | "code" | "enrol";
  token: string;
}

export type SignInFlow = ReturnType<typeof signInFlow>;

export interface SignInFlowDeps {
  database: Database;
  store: WebSignInStore;
  clock: Clock;
  log: Logger;
  rules: Rules;
  provider: IdentityProvider;
  parcels: SealedState;
  signIns: SignIns;
  trusted: TrustedBrowsers;
  factor: SecondFactor;
  handOvers: DesktopSignIns;
}

/** The way in: to the provider, back from it, then a code of the authenticator. */
export function signInFlow(deps: SignInFlowDeps) {
  const { store, rules, provider, parcels, signIns, factor, handOvers } = deps;

  /** The account is the provider's subject; an address can come to belong to somebody else. */
  function admit(claims: Claims): AccountRow {
    const verdict = judgeClaims(claims, rules);
    if (verdict.kind !== "admitted") {
      deps.log.warn({ email: claims["email"], why: verdict.kind }, "[web_sign_in] refused");
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
      return store.know({ issuer, subject, email, name, createdAt: deps.clock.now() });
    });
  }

  /** In already where no code is needed, else with a cookie for the next step. */
  function enter(account: AccountRow, of: { browser: string; trusted: string; returnTo: string }): Entered {
    const { returnTo } = of;
    const token = signIns.begin(account, of.browser);
    const stands = hasAuthenticator(account, rules);
    if (rules.secondFactor === "off" || (stands && deps.trusted.knows(account, of.trusted))) {
      const entrance = signIns.complete(signIns.at(token, "second_factor"), false);
      return { returnTo, next: "board", token: entrance.token };
    }
    return { returnTo, next: stands ? "code" : "enrol", token };
  }

  return {
    /** Where to send the person, and a parcel for their browser to bring back. */
    async begin(of: {
      redirectUri: string;
      returnTo: string;
      /** The secret of a browser that signs in for a window of the app. */
      handOver?: string;
    }): Promise<{ url: string; parcel: string }> {
      const { redirectUri, handOver } = of;
      if (handOver !== undefined) handOvers.numberFor(handOver);
      const { url, proof } = await provider.begin(redirectUri);
      const returnTo = localPath(of.returnTo);
      return { url, parcel: parcels.wrap("flow", { proof, redirectUri, returnTo, handOver }) };
    },

    /** The person came back; null where a window of the app goes on in place of this browser. */
    async returned(of: {
      query: string;
      parcel: string;
      browser: string;
      trusted: string;
    }): Promise<Entered | null> {
      const kept = parcels.unwrap("flow", of.parcel, begun);
      if (!kept) throw signInRefusal("expired");
      const claims = await provider.finish(new URL(kept.redirectUri + of.query), kept.proof);
      const account = admit(claims);
      if (kept.handOver === undefined) return enter(account, { ...of, returnTo: kept.returnTo });
      handOvers.fulfil(kept.handOver, account.id);
      return null;
    },

    /** The turn of a window whose person came back in the browser; null while they have not. */
    enterWindow(window: string, of: { browser: string; trusted: string }): Entered | null {
      const claimed = handOvers.claim(window);
      const account = claimed && store.account(claimed.accountId);
      return account ? enter(account, { ...of, returnTo: claimed.returnTo }) : null;
    },

    /** Who is to give a code next, and whether it is to be of an authenticator that stands. */
    pending(token: string): { email: string; stands: boolean } {
      const { account } = signIns.at(token, "second_factor");
      return { email: account.email, stands: hasAuthenticator(account, rules) };
    },

    async giveCode(token: string, given: { code: string; trust: boolean }): Promise<Entrance> {
      const entry = signIns.at(token, "second_factor");
      await factor.check(entry.account, given.code);
      return signIns.complete(entry, given.trust);
    },
  };
}
