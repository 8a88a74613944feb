import type { ErrorRequestHandler, Request, Response } from "express";
import { Refusal } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { unreadable } from "./body-refusals.ts";

/**
 * Mounted last. A refusal is sent as it is; of anything else the caller learns only that it happened. Once the
 * service stops, a request that takes long finds the database closed: that is no bug.
 */
export function errorHandler(log: Logger, stopping?: AbortSignal): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const level = stopping?.aborted === true ? "info" : "error";
    const refusal = toRefusal(error, (cause) =>
      log[level]({ err: cause, method: request.method, path: loggedPath(request) }, "request failed"),
    );
    response.status(refusal.status).json(refusal);
  };
}

/** A token in a path opens something, so the log has the path's word for it. */
function loggedPath({ path, route }: Request): string {
  const words = String((route as { path?: unknown } | undefined)?.path).split("/");
  const parts = path.replace(/\/$/, "").split("/");
  const before = parts.length - words.length;
  return parts.map((part, at) => (words[at - before] === ":token" ? ":token" : part)).join("/");
}

/** For pages: a refusal is told by `tell`; anything else goes on to the error handler. */
export function refusalTeller(tell: (refusal: Refusal, response: Response) => void): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (error instanceof Refusal) tell(error, response);
    else next(error);
  };
}

/** A path that cannot be decoded fails before its route is known; the credential is still asked for first (X56). */
export function undecodablePath(authenticate: (request: Request) => unknown): ErrorRequestHandler {
  return (error: unknown, request, _response, next) => {
    if (error instanceof URIError) authenticate(request);
    next(error);
  };
}

export function toRefusal(error: unknown, logBug: (error: unknown) => void): Refusal {
  if (error instanceof Refusal) return error;
  if (isClientFault(error)) return ofClientFault(error);
  logBug(error);
  return new Refusal({
    status: 500,
    label: "Internal Server Error",
    messages: ["Something went wrong. The service's log has the details."],
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
    return new Refusal({ status: 404, label: "Not Found", messages: ["The path is not valid"] });
  }
  // Only the serving of files says so: it is not there, or the path leads out of the folder.
  if (error.status === 403 || error.status === 404) {
    return new Refusal({ status: 404, label: "Not Found", messages: ["There is nothing at this address"] });
  }
  if (error.status === 416) {
    return new Refusal({
      status: 416,
      label: "Range Not Satisfiable",
      messages: ["The file has no such part"],
    });
  }
  return unreadable(undefined, error);
}
