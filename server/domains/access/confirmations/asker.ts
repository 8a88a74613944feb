import type { Actor } from "../../../http/caller.ts";

/**
 * Who has to confirm outside the page, as one text: browsers of the owner and paired devices. Null for everyone else: API
 * keys and connections, people who sign in with an authenticator, and a board that the owner opened to everyone.
 */
export function askerOf(actor: Actor): string | null {
  if (actor.kind === "native") return `connection ${actor.grantId}`;
  if (actor.kind !== "board" || actor.person || actor.browserId === undefined) return null;
  return `browser ${actor.browserId}`;
}
