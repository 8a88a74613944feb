import type { Request, Response } from "express";
import type { Cookies } from "../../../http/cookies.ts";
import type { Clock } from "../../../lib/clock.ts";
import { expiringTokens } from "../../../lib/expiring-tokens.ts";
import type { Approver, PendingAuthorization } from "../oauth/index.ts";
import type { Consent } from "./pairings.ts";
import { deviceSignInMs } from "./rules.ts";

/** A device that entered a correct code and is being signed in. */
export interface DeviceSignIn {
  consent: Consent;
  name: string;
  browser: string;
  /** The one authorization request that the code allows: path and query. */
  address: string;
  /** Null when an app on the device makes the request, because the app keeps its own PKCE secrets. */
  pending: PendingAuthorization | null;
}

export type DeviceSignIns = ReturnType<typeof deviceSignIns>;

/** The cookie by which the browser that entered the code is recognized. */
const purpose = "pairing";
const mostPending = 50;

/** Sign-ins of devices whose code was correct. Each step works once, for the browser that entered the code. */
export function deviceSignIns({ cookies, clock }: { cookies: Cookies; clock: Clock }) {
  const pendingSignIns = expiringTokens<DeviceSignIn & { isApproved: boolean }>({
    clock,
    lastingMs: deviceSignInMs,
    most: mostPending,
  });

  return {
    begin(response: Response, signIn: DeviceSignIn): void {
      const value = pendingSignIns.park({ ...signIn, isApproved: false });
      cookies.set(response, purpose, { value, secure: true, sameSite: "strict", maxAge: deviceSignInMs });
    },

    /** The approval the owner gave with the code. Returns null unless this is exactly the request the code is for. */
    approver(request: Request): Approver | null {
      const signIn = pendingSignIns.at(cookies.read(request, purpose));
      if (!signIn || signIn.isApproved || signIn.address !== request.originalUrl) return null;
      signIn.isApproved = true;
      const { consent, name, pending } = signIn;
      const preapproved = { privilege: consent.privilege, label: name };
      const { person, through } = consent;
      return { person, through, preapproved, ...(pending && { issuer: pending.issuer }) };
    },

    /** The browser came back with the answer. Works once, whether or not the sign-in succeeds. */
    finish(request: Request, response: Response): DeviceSignIn | null {
      const signIn = pendingSignIns.take(cookies.read(request, purpose));
      cookies.clear(response, purpose);
      return signIn?.isApproved ? signIn : null;
    },
  };
}
