import { type Actor, connectionOf } from "../../../http/caller.ts";

/**
 * Who has to confirm outside the page, as one text: browsers of the owner and paired devices. Null for everyone else: API
 * keys and connections, people who sign in with an authenticator, and a board that the owner opened to everyone.
 */
export function askerOf(actor: Actor): string | null {
  if (actor.kind === "native") return `connection ${actor.grantId}`;
  if (actor.kind !== "board" || actor.person || actor.browserId === undefined) return null;
  return `browser ${actor.browserId}`;
}

/** Who has to confirm what a tool does for longer than the call: every connection. */
export function toolAskerOf(actor: Actor): string | null {
  const connection = connectionOf(actor);
  return connection === null ? null : `connection ${connection}`;
}
