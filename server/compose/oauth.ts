import type { Request, Response } from "express";
import {
  type Approvers,
  authorizationPath,
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
import { checkingPage, type PageKeys } from "../domains/access/page-keys/index.ts";
import { pageTicketParameter } from "../domains/access/page-keys/model.ts";
import { consentGate } from "../domains/owner/confirmations/index.ts";
import { type BoardAuth, pairPath, signInUrl } from "../http/board-auth.ts";
import { connectionOf } from "../http/caller.ts";
import { cameFromLan, forbidden, refuseUnlessFromHere } from "../http/guard.ts";
import { sendPlainPage } from "../http/plain-page.ts";
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
    | "pageKeys"
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
  pageKeys,
}: Pick<
  Platform,
  "boardAuth" | "browserSignIns" | "confirmations" | "owner" | "knownDevices" | "pageKeys"
>): Approvers {
  return {
    identify(request, response) {
      const pairing = knownDevices.deviceSignIns.approver(request);
      if (pairing) return pairing;
      if (
        cameFromLan(request) &&
        !boardAuth.mayLoad(request) &&
        firstPartyReturn(request.originalUrl) !== null
      ) {
        response.redirect(303, signInUrl(pairPath, request.originalUrl));
        return null;
      }
      const signIn = boardAuth.signInPathFor(request);
      if (signIn === null)
        return boardAuth.welcome(request, response)
          ? { person: boardAuth.signedIn(request) ?? ownPerson(owner) }
          : null;
      // The cookie of a launch link is strict: a link of another site leads here without it.
      if (boardAuth.usesLaunchLinks && !cameFromLan(request)) refuseUnlessFromHere(request);
      else if (!boardAuth.welcome(request, response)) return null;
      if (!requirePage(boardAuth, [request, response], signIn)) return null;
      return { person: boardAuth.signedIn(request) ?? ownPerson(owner), ...formTicket(pageKeys, request) };
    },
    require(request) {
      const actor = boardAuth.authenticate(request, ["board"]);
      return {
        person: boardAuth.signedIn(request) ?? ownPerson(owner),
        through: connectionOf(actor),
        confirm: consentGate(confirmations, { actor, from: askerName(browserSignIns, actor) }),
        ...formTicket(pageKeys, request),
      };
    },
  };
}

/** The form of a consent page cannot be signed, so the page is sent with a ticket for it. */
function formTicket(
  pageKeys: Pick<PageKeys, "holderOf" | "ticketFor">,
  request: Request,
): { pageTicket?: string } {
  const holder = pageKeys.holderOf(request);
  return holder === null ? {} : { pageTicket: pageKeys.ticketFor(request, holder, authorizationPath) };
}

/** Whether the board's own page made a request; otherwise answers with a page that gets a ticket for it, or with the sign-in. */
function requirePage(
  boardAuth: Pick<BoardAuth, "isFromPage">,
  [request, response]: readonly [Request, Response],
  signIn: string,
): boolean {
  if (boardAuth.isFromPage(request)) return true;
  const [path = "", query = ""] = request.originalUrl.split("?", 2);
  const parameters = new URLSearchParams(query);
  if (parameters.has(pageTicketParameter)) {
    parameters.delete(pageTicketParameter);
    response.redirect(303, signInUrl(signIn, `${path}?${parameters.toString()}`));
  } else sendPlainPage(response, checkingPage(signIn));
  return false;
}
