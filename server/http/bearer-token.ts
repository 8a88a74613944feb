import type { Request } from "express";

/** The token of `Authorization: Bearer ...`; null without one. */
export const bearerToken = (request: Request): string | null =>
  /^Bearer +(\S+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? null;
