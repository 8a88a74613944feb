import { hostname, networkInterfaces } from "node:os";
import type { Request } from "express";
import {
  deviceAuthentication,
  deviceRoutes,
  deviceService,
  deviceSignIns,
  pairingPages,
  pairings,
} from "../domains/access/devices/index.ts";
import { lanRoutes, lanService, registerLanJobs } from "../domains/access/lan/index.ts";
import {
  type FirstPartyClient,
  type OauthService,
  oauthService,
  resourceAt,
} from "../domains/access/oauth/index.ts";
import type { PageKeys } from "../domains/access/page-keys/index.ts";
import { browserName } from "../domains/access/web-sign-in/index.ts";
import type { Feed } from "../domains/surfaces/board/index.ts";
import type { Cookies } from "../http/cookies.ts";
import type { ComposeDeps, Platform } from "./deps.ts";
import { ownPerson } from "./oauth.ts";

/** Which device sent a request of the board. Built before what pairs devices, since board authentication asks it. */
export function composeDeviceAuthentication(
  { database, clock, log, settings }: ComposeDeps,
  of: { cookies: Cookies; isAllowed(email: string): boolean; pageKeys: PageKeys },
) {
  const audience = settings.origin === null ? null : resourceAt(settings.origin);
  const connections = oauthService({ database, clock, log, audience });
  return {
    connections,
    access: deviceAuthentication({ ...of, database, grants: connections, clock, log }),
    deviceSignIns: deviceSignIns({ cookies: of.cookies, clock }),
  };
}

/** The local network listener and the devices paired through it. */
export function composeLan(
  deps: ComposeDeps,
  platform: Pick<
    Platform,
    | "appSettings"
    | "secrets"
    | "jobs"
    | "owner"
    | "forms"
    | "knownDevices"
    | "webSignIn"
    | "browserSignIns"
    | "pageKeys"
  >,
  {
    connections,
    firstPartyClient,
    feed,
  }: { connections: OauthService; firstPartyClient: FirstPartyClient; feed: Feed },
) {
  const { database, clock, log, settings } = deps;
  const { access } = platform.knownDevices;
  const lan = lanService({
    settings: platform.appSettings,
    secrets: platform.secrets,
    clock,
    log,
    machine: { hostName: hostname, interfaces: networkInterfaces },
    ...settings.lan,
  });
  registerLanJobs(platform.jobs, lan);
  const codes = pairings({
    database,
    clock,
    log,
    lan: lan.state,
    personFor: (actor) => ("person" in actor && actor.person) || ownPerson(platform.owner),
    isConnected: access.isSignedIn,
  });
  const devices = deviceService({
    database,
    clock,
    log,
    grantOf: connections.grant,
    disconnect: (grantId, by) => void connections.revoke(grantId, by),
    changed: feed.devices,
    pageKeys: platform.pageKeys,
  });
  connections.onEnd((grantId) => {
    access.signOutGrant(grantId);
    feed.devices();
  });
  return {
    lan,
    lanEndpoints: [...lanRoutes(lan), ...deviceRoutes(devices, codes)],
    pairingPages: pairingPages({
      devices,
      pairings: codes,
      deviceSignIns: platform.knownDevices.deviceSignIns,
      access,
      client: firstPartyClient,
      redeemAccessToken: connections.redeemAccessToken,
      forms: platform.forms,
      browserName,
    }),
    /** Calls `stop` once the sender of the request is signed out, in the browser or on the device. */
    onSignedOut(request: Request, stop: () => void): () => void {
      const unwatch = [platform.webSignIn, platform.browserSignIns, access].map((signIns) =>
        signIns.onSignedOut(request, stop),
      );
      return () => unwatch.forEach((end) => end());
    },
  };
}
