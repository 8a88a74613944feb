import type { Request } from "express";

/** The origin at which a client reaches the service: the configured one, or that of the request, whose host the guard has checked. */
export const originOf = (request: Request, configured: string | null): string =>
  configured ?? `${request.protocol}://${request.headers.host}`;
