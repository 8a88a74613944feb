import type { Request } from "express";
import { type Clock, monotonicClock } from "../lib/clock.ts";
import { digestOf } from "../lib/digest.ts";
import type { Logger } from "../lib/logger.ts";
import { decideWrongCredential, type WrongCredential } from "./wrong-credential-rules.ts";

/** Beyond this many addresses, the one that tried longest ago is forgotten. */
const mostAddresses = 1_000;

export type WrongCredentials = ReturnType<typeof wrongCredentials>;

/**
 * Counts the wrong credentials of each address: keys, tokens and the codes of launch links. Asked only about a request whose
 * credential was refused, so a right one is never refused because of what another program on the same address did.
 */
export function wrongCredentials({ log, ...of }: { clock: Clock; log: Logger }) {
  const clock = monotonicClock(of.clock);
  const triedFrom = new Map<string, readonly WrongCredential[]>();

  function waitSeconds(address: string, digest: string): number {
    const before = triedFrom.get(address) ?? [];
    const decided = decideWrongCredential(before, { digest, now: clock.now() });
    triedFrom.delete(address);
    const [longestAgo] = triedFrom.keys();
    if (triedFrom.size >= mostAddresses && longestAgo !== undefined) triedFrom.delete(longestAgo);
    triedFrom.set(address, decided.tried);
    return decided.waitSeconds;
  }

  return {
    /** How many seconds this address has to wait, after a refused request; 0 if the refusal is the whole answer. */
    secondsToWait(request: Request): number {
      const credential = credentialOf(request);
      if (credential === null) return 0;
      const address = request.socket.remoteAddress ?? "";
      const seconds = waitSeconds(address, digestOf(credential));
      if (seconds > 0) log.warn({ address, seconds }, "an address tries many wrong credentials");
      return seconds;
    },
  };
}

/** What the caller sent to prove who it is; null if nothing. Cookies are left out: a page has to learn that it is signed out. */
function credentialOf(request: Request): string | null {
  const sent = request.get("x-api-key") ?? request.get("authorization");
  if (sent !== undefined) return sent;
  const body: unknown = request.body;
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  return typeof code === "string" ? code : null;
}
