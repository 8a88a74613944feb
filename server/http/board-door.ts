import { createHmac } from "node:crypto";
import type { Request, Response } from "express";
import { isSameSecret } from "../lib/session-token.ts";
import type { Actor } from "./caller.ts";
import { forbidden, isLoopback, isLoopbackName } from "./guard.ts";
import type { Caller } from "./model.ts";

export interface BoardDoorSettings {
  /** Of this data folder; signs the cookie. */
  secret: string;
  /** The specification's open board, for those who want it (design 2.11). */
  openOnLan: boolean;
}

export type BoardDoor = ReturnType<typeof boardDoor>;

/**
 * The door of the person at the screen. While web sign-in is off it answers to loopback alone, to a browser
 * that was given the page by us: the cookie is strict and out of scripts' reach.
 */
export function boardDoor(settings: BoardDoorSettings) {
  const digestOf = (text: string) => createHmac("sha256", settings.secret).update(text).digest("base64url");
  const token = digestOf("board");
  // Cookies do not tell ports apart, so that two data folders on one host need two names.
  const cookieName = `signalbox_${digestOf("cookie").slice(0, 10)}`;

  function refuseForeign(request: Request): void {
    if (settings.openOnLan || isFromHere(request)) return;
    throw forbidden("The board answers on this machine only. Open it here, or use an API key.");
  }

  return {
    /** Sets the cookie with each page. */
    welcome(request: Request, response: Response): void {
      refuseForeign(request);
      response.cookie(cookieName, token, {
        httpOnly: true,
        sameSite: "strict",
        path: "/",
        secure: request.secure,
      });
    },

    authenticate(request: Request, callers: readonly Caller[]): Actor {
      refuseForeign(request);
      const site = request.headers["sec-fetch-site"];
      if (site !== undefined && site !== "same-origin")
        throw forbidden("Requests from another site are refused");
      if (!callers.some((caller) => boardMay.has(caller))) throw forbidden("The board has no such operation");
      if (!isSameSecret(cookieOf(request, cookieName), token)) throw forbidden("Open the board's page first");
      return { kind: "board" };
    },
  };
}

/** A proxy or a tunnel on this machine connects from loopback too, but brings its visitors' name for us or says so. */
function isFromHere({ socket, headers }: Request): boolean {
  const forwarded = headers["x-forwarded-for"] ?? headers["forwarded"] ?? headers["x-real-ip"];
  return isLoopback(socket.remoteAddress) && isLoopbackName(headers.host) && forwarded === undefined;
}

const boardMay: ReadonlySet<Caller> = new Set<Caller>(["api", "native", "human", "board", "anyone"]);

function cookieOf(request: Request, cookieName: string): string {
  const pairs = (request.headers.cookie ?? "").split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? "";
}
