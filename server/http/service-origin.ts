import type { Request } from "express";

/** Where a client reaches the service: what the owner configured, else what it asked for, whose name the guard judged. */
export const originOf = (request: Request, configured: string | null): string =>
  configured ?? `${request.protocol}://${request.headers.host}`;
