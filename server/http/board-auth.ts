import { createHmac } from "node:crypto";
import type { Request, Response } from "express";
import { Refusal } from "../lib/errors.ts";
import { isSameSecret } from "../lib/session-token.ts";
import type { Actor } from "./caller.ts";
import { cookiesOf } from "./cookies.ts";
import { cameFromLan, forbidden, isFromHere } from "./guard.ts";
import type { Caller } from "./model.ts";

export interface Person {
  email: string;
  name: string;
}

/** Where people sign in before the board opens. */
export interface SignInAuthenticator {
  /** Who signed in with the browser behind a request; null = nobody. Notes the use. */
  personOf(request: Request): Person | null;
  /** The settings that are still to be made before anybody can sign in. */
  missing: readonly string[];
}

/** Devices that the owner paired. They come through the listener of the local network. */
export interface DeviceAuthenticator {
  /** The device behind a request, as its connection stands now; null = none. Notes the use. */
  actorOf(request: Request): Device | null;
}

type Device = Extract<Actor, { kind: "native" }>;

export interface BoardAuthSettings {
  /** Of this data folder; signs the cookie. */
  secret: string;
  /** Opens the board to whoever reaches the service, for owners who choose that (docs/decisions/0011). */
  openOnLan: boolean;
  /** Absent while web sign-in is off. */
  signIns?: SignInAuthenticator | null | undefined;
  devices?: DeviceAuthenticator;
}

/** Below this address people sign in. */
export const signInPath = "/sign-in";
/** Where a device is paired. */
export const pairPath = "/pair";

export type BoardAuth = ReturnType<typeof boardAuth>;

/**
 * The door of the person at the screen. While web sign-in is off it answers to loopback alone, to a browser
 * that was given the page by us: the cookie is strict and out of scripts' reach. Else it asks everybody, from
 * wherever they come, for their sign-in.
 */
export function boardAuth(settings: BoardAuthSettings) {
  const { signIns: desk = null, openOnLan } = settings;
  const token = createHmac("sha256", settings.secret).update("board").digest("base64url");
  const cookies = cookiesOf(settings.secret);

  function refuseForeign(request: Request): void {
    if (openOnLan || isFromHere(request)) return;
    if (cameFromLan(request)) throw unauthorized(["Pair this device first, or use an API key"]);
    throw forbidden("The board answers on this machine only. Open it here, or use an API key.");
  }

  function owner(request: Request): Actor {
    if (!isSameSecret(cookies.read(request, "board"), token)) throw forbidden("Open the board's page first");
    return { kind: "board" };
  }

  function signedIn(request: Request, { personOf, missing }: SignInAuthenticator): Actor {
    const person = personOf(request);
    if (person) return { kind: "board", person };
    if (missing.length === 0) throw unauthorized(["Sign in first"]);
    throw unauthorized(missing.map((name) => `Web sign-in is not set up whole: ${name} is not set`));
  }

  const deviceOf = (request: Request): Device | null =>
    cameFromLan(request) ? (settings.devices?.actorOf(request) ?? null) : null;

  return {
    /** Lets the page be sent and sets the cookie with it; else sends the visitor to sign in and answers false. */
    welcome(request: Request, response: Response): boolean {
      if (deviceOf(request)) return true;
      if (desk) {
        if (desk.personOf(request)) return true;
        response.redirect(303, `${signInPath}?return_to=${encodeURIComponent(request.originalUrl)}`);
        return false;
      }
      if (cameFromLan(request) && !openOnLan) {
        response.redirect(303, pairPath);
        return false;
      }
      refuseForeign(request);
      cookies.set(response, "board", { value: token, sameSite: "strict", secure: request.secure });
      return true;
    },

    authenticate(request: Request, callers: readonly Caller[]): Actor {
      const device = deviceOf(request);
      if (!desk && !device) refuseForeign(request);
      const site = request.headers["sec-fetch-site"];
      if (site !== undefined && site !== "same-origin")
        throw forbidden("Requests from another site are refused");
      if (!callers.some((caller) => boardMay.has(caller))) throw forbidden("The board has no such operation");
      if (device) return throughDevice(device, request, callers);
      return desk ? signedIn(request, desk) : owner(request);
    },

    /** The network gets no part of the board, its code included, before somebody is signed in. */
    mayLoad: (request: Request): boolean =>
      !cameFromLan(request) || openOnLan || desk !== null || deviceOf(request) !== null,

    /** Who signed in, here or through a device; null = nobody did. */
    signedIn: (request: Request): Person | null =>
      deviceOf(request)?.person ?? desk?.personOf(request) ?? null,
  };
}

/** One that only relays does what connections of every kind do, and of the board's own operations it reads. */
function throughDevice(device: Device, { method }: Request, callers: readonly Caller[]): Device {
  const isForAll = callers.some((caller) => caller === "api" || caller === "native" || caller === "anyone");
  const isRead = (method === "GET" || method === "HEAD") && !callers.includes("human");
  if (device.actsAsHuman || isForAll || isRead) return device;
  throw forbidden("This device only relays; that needs one that acts as you");
}

const unauthorized = (messages: readonly string[]): Refusal =>
  new Refusal({ status: 401, label: "Unauthorized", messages });

const boardMay: ReadonlySet<Caller> = new Set<Caller>(["api", "native", "human", "board", "anyone"]);
