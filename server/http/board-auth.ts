import { createHmac } from "node:crypto";
import type { Request, Response } from "express";
import { Refusal } from "../lib/errors.ts";
import { isSameSecret } from "../lib/session-token.ts";
import type { Actor } from "./caller.ts";
import { cookiesOf } from "./cookies.ts";
import { cameFromLan, forbidden, refuseUnlessFromHere } from "./guard.ts";
import type { Caller } from "./model.ts";
import { text } from "./text.ts";

export interface Person {
  email: string;
  name: string;
}

/** Finds out who signed in to the board. */
export interface SignInAuthenticator {
  /** The person whose sign-in's cookie the request carries, or null. Enough to get the page, which contains nothing private. */
  personOf(request: Request): Person | null;
  /** The same if the board's own page made the request, or null. Records the use. */
  fromPage(request: Request): Person | null;
  /** The settings that are missing before anyone can sign in. */
  missing: readonly string[];
}

/** Recognizes the browsers that the owner signed in with a launch link. */
export interface BrowserAuthenticator {
  /** The sign-in whose cookie the request carries, or null. Enough to get the page, which contains nothing private. */
  withCookie(request: Request): number | null;
  /** The same if the request also proves that the board's own page made it, or null. Records the use. */
  fromPage(request: Request): number | null;
}

/** Recognizes devices that the owner paired. They connect through the listener for the local network. */
export interface DeviceAuthenticator {
  /** The device whose cookie the request carries, with its present permissions, or null. Enough to get the page. */
  actorOf(request: Request): Device | null;
  /** The same if the board's own page made the request, or null. Records the use. */
  fromPage(request: Request): Device | null;
}

type Device = Extract<Actor, { kind: "native" }>;

export interface BoardAuthSettings {
  /** Signs the cookie of a board that is open; each data folder has its own. */
  secret: string;
  /**
   * To whom the board is open without a sign-in, as the owner chose (docs/decisions/0011): every program on this machine,
   * or everyone who can reach the service.
   */
  openTo: "nobody" | "machine" | "network";
  browsers: BrowserAuthenticator;
  /** Absent if web sign-in is off. */
  signIns?: SignInAuthenticator | null | undefined;
  devices?: DeviceAuthenticator;
}

/** The path of the sign-in pages. */
export const signInPath = "/sign-in";
/** The address of a sign-in page that leads back to `returnTo`, a path and query of the board. */
export const signInUrl = (page: string, returnTo: string): string =>
  `${page}?return_to=${encodeURIComponent(returnTo)}`;
/** The path of the pairing page. */
export const pairPath = "/pair";

export type BoardAuth = ReturnType<typeof boardAuth>;

/**
 * Authenticates the person at the board. Without web sign-in, the board is available only on loopback, to browsers that the
 * owner signed in with a launch link. With web sign-in, everyone has to sign in, wherever they connect from.
 */
export function boardAuth(settings: BoardAuthSettings) {
  const { signIns = null, openTo, browsers } = settings;
  const openOnLan = openTo === "network";
  const token = createHmac("sha256", settings.secret).update("board").digest("base64url");
  const cookies = cookiesOf(settings.secret);

  function refuseForeign(request: Request): void {
    if (openOnLan) return;
    if (cameFromLan(request)) throw unauthorized([text.pairFirst]);
    refuseUnlessFromHere(request);
  }

  function owner(request: Request): Actor {
    if (openTo !== "nobody") {
      if (!isSameSecret(cookies.read(request, "board"), token)) throw forbidden(text.openBoardFirst);
      return { kind: "board" };
    }
    const browserId = browsers.fromPage(request);
    if (browserId === null) throw unauthorized([text.openLinkFirst]);
    return { kind: "board", browserId };
  }

  function signedIn(request: Request, { fromPage, missing }: SignInAuthenticator): Actor {
    const person = fromPage(request);
    if (person) return { kind: "board", person };
    if (missing.length === 0) throw unauthorized([text.signInFirst]);
    throw unauthorized(missing.map(text.signInIncomplete));
  }

  const deviceOf = (request: Request): Device | null =>
    cameFromLan(request) ? (settings.devices?.actorOf(request) ?? null) : null;

  /** The same, if the device's own page made the request. */
  const deviceOnPage = (request: Request): Device | null =>
    cameFromLan(request) ? (settings.devices?.fromPage(request) ?? null) : null;

  return {
    /** Returns true and sets the cookie if the page may be sent; otherwise redirects to the sign-in and returns false. */
    welcome(request: Request, response: Response): boolean {
      if (deviceOf(request)) return true;
      if (signIns) {
        if (signIns.personOf(request)) return true;
        response.redirect(303, signInUrl(signInPath, request.originalUrl));
        return false;
      }
      if (cameFromLan(request) && !openOnLan) {
        response.redirect(303, pairPath);
        return false;
      }
      refuseForeign(request);
      if (openTo === "nobody") {
        if (browsers.withCookie(request) !== null) return true;
        response.redirect(303, signInUrl(signInPath, request.originalUrl));
        return false;
      }
      cookies.set(response, "board", { value: token, sameSite: "strict", secure: request.secure });
      return true;
    },

    authenticate(request: Request, callers: readonly Caller[]): Actor {
      const device = deviceOnPage(request);
      if (!signIns && !device) refuseForeign(request);
      const site = request.headers["sec-fetch-site"];
      if (site !== undefined && site !== "same-origin") throw forbidden(text.otherSite);
      if (!callers.some((caller) => boardMay.has(caller))) throw forbidden(text.notOnBoard);
      if (device) return throughDevice(device, request, callers);
      return signIns ? signedIn(request, signIns) : owner(request);
    },

    /** Callers get no part of the board, not even its code, before they have signed in. */
    mayLoad(request: Request): boolean {
      if (openOnLan || signIns !== null) return true;
      if (cameFromLan(request)) return deviceOf(request) !== null;
      return openTo === "machine" || browsers.withCookie(request) !== null;
    },

    /** Whether the board's own page made a request, in a browser that is signed in. */
    isFromPage(request: Request): boolean {
      if (deviceOnPage(request)) return true;
      return (signIns ? signIns.fromPage(request) : browsers.fromPage(request)) !== null;
    },

    /** Where a browser signs in from which this request came; null where the board needs no sign-in. */
    signInPathFor(request: Request): string | null {
      if (signIns) return signInPath;
      if (openOnLan) return null;
      if (cameFromLan(request)) return pairPath;
      return openTo === "machine" ? null : signInPath;
    },

    /** Whether the owner signs in with launch links on this machine. */
    usesLaunchLinks: signIns === null && openTo === "nobody",

    /** The person who signed in, here or through a device, or null. */
    signedIn: (request: Request): Person | null =>
      deviceOf(request)?.person ?? signIns?.personOf(request) ?? null,
  };
}

/** A device that only relays may do what every kind of connection may, and read from the board's own operations. */
function throughDevice(device: Device, { method }: Request, callers: readonly Caller[]): Device {
  const isForAll = callers.some((caller) => caller === "api" || caller === "native" || caller === "anyone");
  const isRead = (method === "GET" || method === "HEAD") && !callers.includes("human");
  if (device.actsAsHuman || isForAll || isRead) return device;
  throw forbidden(text.relaysOnly);
}

const unauthorized = (messages: readonly string[]): Refusal =>
  new Refusal({ status: 401, label: "Unauthorized", messages });

const boardMay: ReadonlySet<Caller> = new Set<Caller>(["api", "native", "human", "board", "anyone"]);
