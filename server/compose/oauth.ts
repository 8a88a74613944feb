import type { Request } from "express";
import { requirePage, ticketOf } from "../domains/access/browser-sign-ins/index.ts";
import { consentGate } from "../domains/access/confirmations/index.ts";
import {
  type Approvers,
  authorizationServers,
  firstPartyClient,
  firstPartyReturn,
  issueTokens,
  loadSigningKeys,
  oauthRouter,
  oauthRoutes,
  type Person,
  registerOauthJobs,
} from "../domains/access/oauth/index.ts";
import type { IssuedTokens, TokenRequest } from "../domains/access/oauth/model.ts";
import { pairPath } from "../http/board-auth.ts";
import { connectionOf } from "../http/caller.ts";
import { cameFromLan, forbidden, refuseUnlessFromHere } from "../http/guard.ts";
import { originOf } from "../http/service-origin.ts";
import { askerName } from "./confirmations.ts";
import type { ComposeDeps, Platform } from "./deps.ts";

/** OAuth grants of programs and phones, and the authorization server that issues their tokens. */
export function composeOauth(
  deps: ComposeDeps,
  platform: Pick<
    Platform,
    | "secrets"
    | "safeFetch"
    | "jobs"
    | "boardAuth"
    | "browserSignIns"
    | "confirmations"
    | "owner"
    | "isAllowed"
    | "knownDevices"
  >,
) {
  const { database, clock, log, settings, installation } = deps;
  const { origin } = settings;
  const { connections } = platform.knownDevices;
  registerOauthJobs(platform.jobs, connections);
  const issuerOf = (request: Request): string => {
    const url = URL.parse(originOf(request, origin));
    if (url === null) throw forbidden("The Host header is malformed");
    // Clients compare it byte by byte with the issuer they derived from the address.
    return url.origin;
  };
  const servers = authorizationServers(
    {
      database,
      oauth: connections,
      clock,
      log,
      secret: installation.secret,
      signingKeys: () => loadSigningKeys(platform.secrets),
      isAllowed: platform.isAllowed,
      fetch: platform.safeFetch,
    },
    issuerOf,
  );
  return {
    connections,
    /** For the owner's commands, which are not asked for a consent. */
    issueTokens: async (request: TokenRequest): Promise<IssuedTokens> =>
      issueTokens(await servers.at(new URL(origin ?? deps.url()).origin), connections, request),
    /** The first-party client, as used by the pages of paired devices. */
    firstPartyClient: firstPartyClient({ serverAt: servers.at, log }),
    oauthEndpoints: oauthRoutes(connections, issuerOf),
    oauthRouter: oauthRouter({ servers, approvers: approversOf(platform), connections }),
  };
}

/** The person at this machine. */
export function ownPerson(owner: Pick<Platform["owner"], "current">): Person {
  const { name, email } = owner.current();
  const shownName = name ?? "owner";
  // A local account has no real email address.
  return { name: shownName, email: email ?? `${shownName.replace(/\s+/g, ".").toLowerCase()}@localhost` };
}

/** Who may approve a client: anyone who may use the board, and a device for itself with the pairing code. */
function approversOf({
  boardAuth,
  browserSignIns,
  confirmations,
  owner,
  knownDevices,
}: Pick<Platform, "boardAuth" | "browserSignIns" | "confirmations" | "owner" | "knownDevices">): Approvers {
  return {
    identify(request, response) {
      const pairing = knownDevices.deviceSignIns.approver(request);
      if (pairing) return pairing;
      if (
        cameFromLan(request) &&
        !boardAuth.mayLoad(request) &&
        firstPartyReturn(request.originalUrl) !== null
      ) {
        response.redirect(303, `${pairPath}?return_to=${encodeURIComponent(request.originalUrl)}`);
        return null;
      }
      if (boardAuth.usesLaunchLinks && !cameFromLan(request)) {
        refuseUnlessFromHere(request);
        const pageTicket = requirePage(browserSignIns, request, response);
        return pageTicket === null ? null : { person: ownPerson(owner), pageTicket };
      }
      return boardAuth.welcome(request, response)
        ? { person: boardAuth.signedIn(request) ?? ownPerson(owner) }
        : null;
    },
    require(request) {
      const actor = boardAuth.authenticate(request, ["board"]);
      const { ticket } = ticketOf(request.originalUrl);
      return {
        person: boardAuth.signedIn(request) ?? ownPerson(owner),
        through: connectionOf(actor),
        confirm: consentGate(confirmations, { actor, from: askerName(browserSignIns, actor) }),
        ...(ticket !== null && { pageTicket: ticket }),
      };
    },
  };
}
