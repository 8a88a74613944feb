import type { Request, Response } from "express";
import type { Database } from "../../../db/open.ts";
import type { DeviceAuthenticator } from "../../../http/board-auth.ts";
import { type Cookies, longestCookieMs } from "../../../http/cookies.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { keyedListeners } from "../../../lib/keyed-listeners.ts";
import { isUseToNote, noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { Privilege } from "../oauth/model.ts";
import type { PageKeys } from "../page-keys/index.ts";
import { type DeviceRow, deviceStore } from "./store.ts";

export interface Grant {
  id: number;
  userEmail: string;
  userName: string;
  privilege: Privilege;
  revokedAt: number | null;
}

export type DeviceAuthentication = ReturnType<typeof deviceAuthentication>;

/** Finds the device behind a request and reports when it is signed out. Reads the connection with every request. */
export function deviceAuthentication(deps: {
  database: Database;
  grants: { grant(id: number): Grant | undefined; noteUse(id: number): void };
  cookies: Cookies;
  clock: Clock;
  log: Logger;
  /** Whether this person may still sign in. */
  isAllowed(email: string): boolean;
  pageKeys: Pick<PageKeys, "isFromPage">;
}) {
  const { grants, cookies, clock, log } = deps;
  const store = deviceStore(deps.database);
  const signOuts = keyedListeners();

  const isValid = (grant: Grant): boolean => grant.revokedAt === null && deps.isAllowed(grant.userEmail);

  function entryOf(request: Request): { device: DeviceRow; grant: Grant } | null {
    const token = cookies.read(request, "device");
    const device = token === "" ? undefined : store.byDigest(digestOf(token));
    const grant = device && grants.grant(device.grantId);
    if (!device || !grant || device.publicKey === null) return null;
    return isValid(grant) ? { device, grant } : null;
  }

  function stamp({ id, grantId, lastUsedAt }: DeviceRow): void {
    const now = clock.now();
    if (!isUseToNote(lastUsedAt, now)) return;
    noteUse(log, "a device", () => {
      store.noteUse(id, now);
      grants.noteUse(grantId);
    });
  }

  const authenticator: DeviceAuthenticator = {
    actorOf(request) {
      const entry = entryOf(request);
      return entry && actorIn(entry);
    },
    fromPage(request) {
      const entry = entryOf(request);
      if (!entry) return null;
      const { device } = entry;
      if (!deps.pageKeys.isFromPage(request, { ...device, holder: `device ${device.id}` })) return null;
      stamp(device);
      return actorIn(entry);
    },
  };

  return {
    authenticator,
    /** Whether the device of this connection is still signed in. */
    isSignedIn(grantId: number): boolean {
      const grant = grants.grant(grantId);
      return grant !== undefined && isValid(grant);
    },
    /** Signs in the browser that receives this response. */
    setCookie: (response: Response, token: string): void =>
      cookies.set(response, "device", {
        value: token,
        secure: true,
        sameSite: "lax",
        maxAge: longestCookieMs,
      }),
    /** Calls `stop` once the device behind the request is signed out. Returns an unsubscribe function. */
    onSignedOut(request: Request, stop: () => void): () => void {
      const grantId = entryOf(request)?.grant.id;
      return grantId === undefined ? () => {} : signOuts.watch(grantId, stop);
    },
    /** Signs out the devices of a connection that was revoked. */
    signOutGrant(grantId: number): void {
      store.revokeOfGrant(grantId, clock.now());
      signOuts.notify(grantId);
    },
  };
}

const actorIn = ({ device, grant }: { device: DeviceRow; grant: Grant }) => ({
  kind: "native" as const,
  grantId: grant.id,
  clientName: device.name,
  person: { email: grant.userEmail, name: grant.userName },
  actsAsHuman: grant.privilege === "act_as_human",
});
