import type { Request } from "express";
import { bearerToken } from "../../../http/bearer-token.ts";
import { isLoopback } from "../../../http/guard.ts";
import type { SessionTokens } from "../../../lib/session-token.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { selfRefusal } from "./errors.ts";

export interface SelfAdmission {
  tokens: SessionTokens;
  sessionById(id: number): SessionRow | undefined;
}

/** The session whose token a request carries. Throws a refusal for any other caller. */
export const selfAdmission =
  ({ tokens, sessionById }: SelfAdmission) =>
  (request: Request): number => {
    if (!isOwnMachine(request)) throw selfRefusal("from_elsewhere");
    const holder = tokens.holderOf(bearerToken(request) ?? "");
    const session = holder === null ? undefined : sessionById(holder.sessionId);
    if (session === undefined || session.status === "archived") throw selfRefusal("no_token");
    return session.id;
  };

/** If the service listens on one network address, its own agents connect from that address. */
const isOwnMachine = ({ socket }: Request): boolean =>
  isLoopback(socket.remoteAddress) || socket.remoteAddress === socket.localAddress;
