import type { Request } from "express";
import { bearerToken } from "./bearer-token.ts";
import type { Actor } from "./caller.ts";
import type { Caller, Operation } from "./model.ts";

/** Who proves which kind of credential. Each throws the 401 or 403 that the callers ask for. */
export interface Credentials {
  /** An API key; null is one that was not sent. */
  key(key: string | null, callers: readonly Caller[]): Actor;
  /** An access token of our authorization server; null where it is none, so that it may be a key. */
  token(token: string, callers: readonly Caller[]): Actor | null;
}

/**
 * One credential counts: X-API-Key where it is sent, else what `Authorization: Bearer` carries. A key is taken
 * from there only where the operation says so.
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
