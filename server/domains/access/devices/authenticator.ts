import type { Request, Response } from "express";
import type { DeviceAuthenticator } from "../../../http/board-auth.ts";
import type { Cookies } from "../../../http/cookies.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { keyedListeners } from "../../../lib/keyed-listeners.ts";
import { isUseToNote, noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { Privilege } from "../oauth/model.ts";
import type { DeviceRow, DeviceStore } from "./store.ts";

/** As long as browsers keep a cookie at most. */
const longest = 400 * 86_400_000;

/** A connection as it stands. */
export interface Grant {
  id: number;
  userEmail: string;
  userName: string;
  privilege: Privilege;
  revokedAt: number | null;
}

export type DeviceAccess = ReturnType<typeof deviceAccess>;

/** Which device is behind a request, and who hears when it is signed out. Its connection is read anew each time. */
export function deviceAccess(deps: {
  store: Pick<DeviceStore, "byDigest" | "noteUse" | "endOfGrant">;
  grants: { grant(id: number): Grant | undefined; stamp(id: number, now: number): void };
  cookies: Cookies;
  clock: Clock;
  log: Logger;
  /** May this person still come in? */
  isAllowed(email: string): boolean;
}) {
  const { store, grants, cookies, clock, log } = deps;
  const ends = keyedListeners();

  const isStanding = (grant: Grant): boolean => grant.revokedAt === null && deps.isAllowed(grant.userEmail);

  function entryOf(request: Request): { device: DeviceRow; grant: Grant } | null {
    const token = cookies.read(request, "device");
    const device = token === "" ? undefined : store.byDigest(digestOf(token));
    const grant = device && grants.grant(device.grantId);
    if (!device || !grant) return null;
    return isStanding(grant) ? { device, grant } : null;
  }

  function stamp({ id, grantId, lastUsedAt }: DeviceRow): void {
    const now = clock.now();
    if (!isUseToNote(lastUsedAt, now)) return;
    noteUse(log, "a device", () => {
      store.noteUse(id, now);
      grants.stamp(grantId, now);
    });
  }

  const desk: DeviceAuthenticator = {
    actorOf(request) {
      const entry = entryOf(request);
      if (!entry) return null;
      const { device, grant } = entry;
      stamp(device);
      return {
        kind: "native",
        grantId: grant.id,
        clientName: device.name,
        person: { email: grant.userEmail, name: grant.userName },
        actsAsHuman: grant.privilege === "act_as_human",
      };
    },
  };

  return {
    desk,
    /** Whether what is signed in through this connection still is. */
    stands(grantId: number): boolean {
      const grant = grants.grant(grantId);
      return grant !== undefined && isStanding(grant);
    },
    /** Signs the browser in that gets this answer. */
    giveCookie: (response: Response, token: string): void =>
      cookies.set(response, "device", { value: token, secure: true, sameSite: "lax", maxAge: longest }),
    /** Calls `stop` once the device behind the request is signed out. Returns how to stop listening. */
    onSignedOut(request: Request, stop: () => void): () => void {
      const grantId = entryOf(request)?.grant.id;
      return grantId === undefined ? () => {} : ends.watch(grantId, stop);
    },
    /** A connection ended, and whatever is signed in through it with it. */
    ended(grantId: number): void {
      store.endOfGrant(grantId, clock.now());
      ends.tell(grantId);
    },
  };
}
