import { createHmac } from "node:crypto";
import { isSameSecret } from "../../../lib/session-token.ts";
import { pageTicketMessage, pageTicketMs, pageTicketParameter } from "./model.ts";

/** A ticket is made for two hours at most, by a browser whose clock may be an hour ahead of ours. */
const longestMs = 3 * pageTicketMs;

/** The path and the ticket of a request's target; the ticket is null if there is none. */
export function ticketOf(target: string): { path: string; ticket: string | null } {
  const [path = "", query = ""] = target.split("?", 2);
  return { path, ticket: new URLSearchParams(query).get(pageTicketParameter) };
}

/** Whether a ticket, `<expiry in epoch ms>.<HMAC-SHA256 in hex>`, was made with this page key for this path. */
export function isTicketFor(
  ticket: string,
  of: { path: string; pageKeyDigest: string; now: number },
): boolean {
  const [, expiry = "", proof = ""] = /^(\d{1,16})\.([0-9a-f]{64})$/.exec(ticket) ?? [];
  const expires = Number(expiry);
  if (expiry === "" || expires <= of.now || expires > of.now + longestMs) return false;
  const expected = createHmac("sha256", of.pageKeyDigest)
    .update(pageTicketMessage(of.path, expires))
    .digest("hex");
  return isSameSecret(proof, expected);
}
