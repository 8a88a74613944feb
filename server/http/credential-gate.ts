import type { Request } from "express";
import { bearerToken } from "./bearer-token.ts";
import type { Actor } from "./caller.ts";
import type { Caller, Operation } from "./model.ts";

/** The checks for each kind of credential. Each throws 401 or 403 if the operation does not allow the caller. */
export interface Credentials {
  /** Checks an API key; null if none was sent. */
  key(key: string | null, callers: readonly Caller[]): Actor;
  /** Checks an access token of our authorization server; null if it is not one, so that it may be a key. */
  token(token: string, callers: readonly Caller[]): Actor | null;
}

/**
 * Uses one credential: X-API-Key if it was sent, otherwise `Authorization: Bearer`. A key is accepted there only if the
 * operation says so.
 */
export function credentialGate({ key, token }: Credentials) {
  return (request: Request, { callers, keyIn }: Pick<Operation, "callers" | "keyIn">): Actor => {
    if (callers.includes("anyone")) return { kind: "anyone" };
    const header = request.get("x-api-key") ?? null;
    const bearer = bearerToken(request);
    if (keyIn === "bearer") return key(bearer, callers);
    if (header !== null) return key(header, callers);
    const byToken = bearer === null ? null : token(bearer, callers);
    return byToken ?? key(keyIn === "either" ? bearer : null, callers);
  };
}
