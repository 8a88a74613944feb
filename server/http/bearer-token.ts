import type { Request } from "express";
import type { Operation } from "./model.ts";

/** The token of `Authorization: Bearer ...`; null if there is none. */
export const bearerToken = (request: Request): string | null =>
  /^Bearer +(\S+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? null;

/** The challenge of a 401; it contains an error only if a credential was refused (RFC 6750, 3). */
export function bearerChallenge(
  request: Request,
  { resourceMetadata, scope }: NonNullable<Operation["challenge"]>,
  baseUrl: string,
): string {
  const sent = request.get("authorization") ?? request.get("x-api-key");
  const refused = sent === undefined ? "" : ', error="invalid_token"';
  return `Bearer realm="signalbox", resource_metadata="${baseUrl}${resourceMetadata}", scope="${scope}"${refused}`;
}
