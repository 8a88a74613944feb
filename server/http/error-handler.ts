import type { ErrorRequestHandler, Request, Response } from "express";
import { isDatabaseBusy } from "../lib/database-busy.ts";
import { isDiskFull } from "../lib/disk-full.ts";
import { Refusal } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { unreadable } from "./body-refusals.ts";
import { text } from "./text.ts";
import type { WrongCredentials } from "./wrong-credentials.ts";

/**
 * Mounted last. Sends refusals as they are; for any other error the caller gets only a 500. While the service stops, a
 * slow request may find the database or a worker closed, which is not a bug: it is logged as info, and answered with 503.
 */
export function errorHandler(log: Logger, stopping?: AbortSignal): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const isStopping = stopping?.aborted === true;
    const note = (cause: unknown): void =>
      log[isStopping ? "info" : "error"](
        { err: cause, method: request.method, path: loggedPath(request) },
        "request failed",
      );
    const found = toRefusal(error, note);
    const refusal = isStopping && found.status === 500 ? stoppingRefusal() : found;
    const { retry_after: seconds } = refusal.extra;
    if (typeof seconds === "number") response.setHeader("retry-after", seconds);
    response.status(refusal.status).json(refusal);
  };
}

const stoppingRefusal = (): Refusal =>
  new Refusal({
    status: 503,
    label: "Service Unavailable",
    messages: [text.stopping],
    extra: { retry_after: 1 },
  });

/** Replaces a token in the path by the name of the parameter, because a token is a secret. */
function loggedPath({ path, route }: Request): string {
  const words = String((route as { path?: unknown } | undefined)?.path).split("/");
  const parts = path.replace(/\/$/, "").split("/");
  const before = parts.length - words.length;
  return parts.map((part, at) => (words[at - before] === ":token" ? ":token" : part)).join("/");
}

/** Answers 429 in place of 401 while the address tries too many wrong credentials. Mounted before the error handler. */
export const slowWrongCredentials =
  ({ secondsToWait }: WrongCredentials): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const seconds = error instanceof Refusal && error.status === 401 ? secondsToWait(request) : 0;
    if (seconds === 0) return next(error);
    response.removeHeader("www-authenticate");
    next(
      new Refusal({
        status: 429,
        label: "Too Many Requests",
        messages: [text.tooManyWrong(seconds)],
        extra: { retry_after: seconds },
      }),
    );
  };

/** For pages: `show` answers refusals; other errors go to the error handler. */
export function refusalPages(show: (refusal: Refusal, response: Response) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (error instanceof Refusal) show(error, response);
    else next(error);
  };
}

/** A path that cannot be decoded fails before its route is known, but the credential is still checked first (X56). */
export function undecodablePath(authenticate: (request: Request) => unknown): ErrorRequestHandler {
  return (error: unknown, request, _response, next) => {
    if (error instanceof URIError) authenticate(request);
    next(error);
  };
}

export function toRefusal(error: unknown, logBug: (error: unknown) => void): Refusal {
  if (error instanceof Refusal) return error;
  if (isClientFault(error)) return ofClientFault(error);
  if (isDiskFull(error))
    return new Refusal({
      status: 507,
      label: "Insufficient Storage",
      messages: [text.diskFull],
      cause: error,
    });
  if (isDatabaseBusy(error))
    return new Refusal({
      status: 503,
      label: "Service Unavailable",
      messages: [text.databaseBusy],
      extra: { retry_after: 1 },
      cause: error,
    });
  logBug(error);
  return new Refusal({
    status: 500,
    label: "Internal Server Error",
    messages: [text.internal],
  });
}

interface ClientFault extends Error {
  status: number;
}

/** What Express throws for malformed requests. */
function isClientFault(error: unknown): error is ClientFault {
  return (
    error instanceof Error &&
    "status" in error &&
    typeof error.status === "number" &&
    error.status >= 400 &&
    error.status < 500
  );
}

function ofClientFault(error: ClientFault): Refusal {
  if (error instanceof URIError) {
    return new Refusal({ status: 404, label: "Not Found", messages: [text.badPath] });
  }
  // Only static files cause these: the file does not exist, or the path leads out of the folder.
  if (error.status === 403 || error.status === 404) {
    return new Refusal({ status: 404, label: "Not Found", messages: [text.nothingHere] });
  }
  if (error.status === 416) {
    return new Refusal({
      status: 416,
      label: "Range Not Satisfiable",
      messages: [text.noSuchRange],
    });
  }
  return unreadable(undefined, error);
}
