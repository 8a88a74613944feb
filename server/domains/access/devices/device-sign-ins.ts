import type { Request, Response } from "express";
import type { Cookies } from "../../../http/cookies.ts";
import type { Clock } from "../../../lib/clock.ts";
import { expiringTokens } from "../../../lib/expiring-tokens.ts";
import type { PendingSignIn, Visitor } from "../oauth/index.ts";
import type { Consent } from "./pairings.ts";
import { arrivalMs } from "./rules.ts";

/** A device on its way from its code to being signed in. */
export interface Arrival {
  consent: Consent;
  name: string;
  browser: string;
  /** The one authorization request that its code allows: path and query. */
  address: string;
  /** Of a page of ours; null where an app of the device asks, which keeps its own secrets. */
  pending: PendingSignIn | null;
}

export type Arrivals = ReturnType<typeof arrivals>;

/** What knows an arrival again; the browser it began in has it as a cookie. */
const purpose = "pairing";
const most = 50;

/** Devices whose code was right. Each step is taken once, by the browser that brought the code. */
export function arrivals({ cookies, clock }: { cookies: Cookies; clock: Clock }) {
  const parked = expiringTokens<Arrival & { isAgreed: boolean }>({ clock, lastingMs: arrivalMs, most });

  return {
    begin(response: Response, arrival: Arrival): void {
      const value = parked.park({ ...arrival, isAgreed: false });
      cookies.set(response, purpose, { value, secure: true, sameSite: "strict", maxAge: arrivalMs });
    },

    /** What its owner agreed to, for exactly the request that the code was brought for; null for any other. */
    visitor(request: Request): Visitor | null {
      const arrival = parked.at(cookies.read(request, purpose));
      if (!arrival || arrival.isAgreed || arrival.address !== request.originalUrl) return null;
      arrival.isAgreed = true;
      const { consent, name, pending } = arrival;
      const agreed = { privilege: consent.privilege, label: name };
      return { person: consent.person, agreed, ...(pending && { issuer: pending.issuer }) };
    },

    /** The browser came back with the answer: whatever becomes of it, the same way is taken once. */
    finish(request: Request, response: Response): Arrival | null {
      const arrival = parked.take(cookies.read(request, purpose));
      cookies.clear(response, purpose);
      return arrival?.isAgreed ? arrival : null;
    },
  };
}
