import type { Caller } from "../../../http/model.ts";

/** The client id of the app of this service itself. */
export const firstPartyId = "signalbox";
export const scope = "mcp";

/** Seconds. */
export const lifetimes = { code: 60, access: 3_600, refresh: 180 * 86_400, grant: 3_650 * 86_400 } as const;

/** A client that lost the answer may send its spent refresh token again for this long; later it was stolen. */
export const rotationGraceMs = 60_000;
/** A client that registered itself and was let in by nobody goes after this long. */
const unusedClientMs = 7 * 86_400_000;
/** An approval whose client did not come for its tokens goes after this long; its code is over much sooner. */
const abandonedMs = 10 * 60_000;
/** Registering costs a stranger nothing, so what was never let in may not grow without end. */
const mostUnusedClients = 500;

export const sweepBounds = (now: number) => ({
  unused: { since: now - unusedClientMs, most: mostUnusedClients },
  abandonedSince: now - abandonedMs,
});

/** What is known of a token that stands in our tables. */
export interface KnownToken {
  expiresAt: number;
  audience: string;
  firstParty: boolean;
  actsAsHuman: boolean;
  revokedAt: number | null;
}

export type TokenVerdict =
  | { kind: "native" | "mcp_client" }
  /** 403 before any lookup: the connection only relays (R127). */
  | { kind: "needs_person" }
  | { kind: "refused"; why: "expired" | "revoked" | "wrong_audience" | "not_for_this" };

/**
 * May a token of this standing call an operation that names these callers? Where `audience` is null the owner has
 * configured no address, and whatever this service issued is for it.
 */
export function judgeToken(
  token: KnownToken,
  { callers, now, audience }: { callers: readonly Caller[]; now: number; audience: string | null },
): TokenVerdict {
  if (token.revokedAt !== null) return { kind: "refused", why: "revoked" };
  if (token.expiresAt <= now) return { kind: "refused", why: "expired" };
  if (audience !== null && !isSameResource(token.audience, audience))
    return { kind: "refused", why: "wrong_audience" };
  if (!token.firstParty) {
    return callers.includes("mcp") ? { kind: "mcp_client" } : { kind: "refused", why: "not_for_this" };
  }
  if (callers.includes("native") || callers.includes("mcp")) return { kind: "native" };
  if (!callers.includes("human")) return { kind: "refused", why: "not_for_this" };
  return { kind: token.actsAsHuman ? "native" : "needs_person" };
}

/** Query, fragment and one slash at the end make no other resource of it. */
export function isSameResource(one: string, other: string): boolean {
  const [a, b] = [resourceOf(one), resourceOf(other)];
  return a !== null && a === b;
}

function resourceOf(text: string): string | null {
  const url = URL.parse(text);
  return url && `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}

const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

const isLoopbackUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && loopbackHosts.includes(hostname);

/** Where a client is on the person's own machine, whose port changes with each start (RFC 8252, 7.3). */
export const isLoopbackRedirect = (uri: string): boolean => {
  const url = URL.parse(uri);
  return url !== null && isLoopbackUrl(url);
};

/** The sentence to refuse a redirect address with; null when it may stand. */
export function redirectProblem(uri: unknown): string | null {
  const isPlain = typeof uri === "string" && /^[!-~]+$/.test(uri) && !uri.includes("\\");
  const url = isPlain ? URL.parse(uri) : null;
  if (url === null || !isPlain) return "redirect_uris must only contain valid addresses, in plain ASCII";
  if (url.username !== "" || url.password !== "")
    return "redirect_uris must not contain a user name or password";
  if (uri.includes("#")) return "redirect_uris must not contain fragments";
  return url.protocol === "https:" || isLoopbackUrl(url)
    ? null
    : "redirect_uris must be https, or http on this machine itself (localhost, 127.0.0.1, [::1])";
}

/** Where a browser that is being paired comes back to with its code. */
export const pageCallback = "/pair/callback";

/**
 * How the app of this service itself stands at the server of an address: what it is sent back to, which are apps on
 * the person's devices and the page that pairs a browser. A native client may not come back to https on loopback,
 * where only tunnels and tests are, so there it is one of the web.
 */
export function ownAppAt(issuer: string): { type: "native" | "web"; redirectUris: string[] } {
  const loopback = loopbackHosts.map((host) => `http://${host}/oauth/callback`);
  const page = issuer + pageCallback;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "https:" && loopbackHosts.includes(hostname))
    return { type: "web", redirectUris: [...loopback, page] };
  const pages = redirectProblem(page) === null ? [page] : [];
  return { type: "native", redirectUris: ["signalbox://oauth/callback", ...loopback, ...pages] };
}

/** Where an authorization request of the app itself wants to return to; null where it is not one. */
export function ownAppReturn(address: string): string | null {
  const here = "http://here.invalid";
  const url = address.startsWith("/") ? URL.parse(address, here) : null;
  if (url?.origin !== here || url.pathname !== "/oauth/authorize") return null;
  const [clientId, ...others] = url.searchParams.getAll("client_id");
  return clientId === firstPartyId && others.length === 0 ? url.searchParams.get("redirect_uri") : null;
}

export interface ClientFacts {
  clientId: string;
  clientName: string;
  firstParty: boolean;
  registration: "published" | "self_registered";
  publisherHost: string | null;
}

/** Who a client is, as far as that is proved: only what is published under a host is that host's word. */
export function describeClient(clientId: string, name: string | undefined): ClientFacts {
  if (clientId === firstPartyId) return ownApp;
  const publisherHost = URL.parse(clientId)?.host ?? null;
  return {
    clientId,
    clientName: readableName(name) || publisherHost || "A client without a name",
    firstParty: false,
    registration: publisherHost !== null ? "published" : "self_registered",
    publisherHost,
  };
}

/** The app of this service itself, which a paired device is. */
const ownApp: ClientFacts = {
  clientId: firstPartyId,
  clientName: "Signalbox",
  firstParty: true,
  registration: "published",
  publisherHost: null,
};

/** One line of at most 100 characters, without signs that turn the direction of writing. */
export const readableName = (text: string | undefined): string =>
  (text ?? "")
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100)
    .toWellFormed()
    .trim();

/** What a page's content security policy lets a form lead to, so that the answer may redirect there. */
export function formTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (url === null) return "";
  // A policy has no way to write an address of version 6, and a sign of its own syntax may stand in a host's name.
  return /^https?:$/.test(url.protocol) && /^[\w.-]+$/.test(url.hostname) ? url.origin : url.protocol;
}
