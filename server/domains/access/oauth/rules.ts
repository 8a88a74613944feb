import type { Caller } from "../../../http/model.ts";
import { readableText } from "../../../lib/character-rules.ts";

/** The client id of the first-party client. */
export const firstPartyId = "signalbox";
export const scope = "mcp";

/** Seconds. */
export const lifetimes = { code: 60, access: 3_600, refresh: 180 * 86_400, grant: 3_650 * 86_400 } as const;

/** How long a client that lost the answer may send its used refresh token again. After that, it counts as stolen. */
export const rotationGraceMs = 60_000;
/** How long a client that registered itself is kept without an approval. */
const unusedClientMs = 7 * 86_400_000;
/** How long an approval is kept whose client never fetched its tokens. Its code expires much sooner. */
const abandonedMs = 10 * 60_000;
/** Registering costs a stranger nothing, so the number of clients without an approval is limited. */
const mostUnusedClients = 500;

export const sweepBounds = (now: number) => ({
  unused: { since: now - unusedClientMs, most: mostUnusedClients },
  abandonedSince: now - abandonedMs,
});

/** What is known about a stored token. */
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
 * Whether a token may call an operation with these callers. If `audience` is null, no public address is configured and
 * every token this service issued is accepted.
 */
export function decideToken(
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

/** Ignores the query, the fragment and one trailing slash. */
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

/** Whether a client runs on the person's own machine, where its port changes with each start (RFC 8252, 7.3). */
export const isLoopbackRedirect = (uri: string): boolean => {
  const url = URL.parse(uri);
  return url !== null && isLoopbackUrl(url);
};

export type RedirectProblem = "not_an_address" | "credentials" | "fragment" | "not_https";

/** Why a redirect address is refused. Returns null if it is fine. */
export function redirectProblem(uri: unknown): RedirectProblem | null {
  const isPlain = typeof uri === "string" && /^[!-~]+$/.test(uri) && !uri.includes("\\");
  const url = isPlain ? URL.parse(uri) : null;
  if (url === null || !isPlain) return "not_an_address";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (uri.includes("#")) return "fragment";
  return url.protocol === "https:" || isLoopbackUrl(url) ? null : "not_https";
}

/** Where a browser that is being paired is redirected with its authorization code. */
export const pairingCallback = "/pair/callback";

/**
 * How the first-party client is registered at the server of an origin. It is redirected to apps on the person's devices
 * and to the page that pairs a browser. A native client may not be redirected to https on loopback, which only tunnels
 * and tests use, so there it is registered as a web client.
 */
export function firstPartyRegistration(issuer: string): { type: "native" | "web"; redirectUris: string[] } {
  const loopback = loopbackHosts.map((host) => `http://${host}/oauth/callback`);
  const page = issuer + pairingCallback;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "https:" && loopbackHosts.includes(hostname))
    return { type: "web", redirectUris: [...loopback, page] };
  const pages = redirectProblem(page) === null ? [page] : [];
  return { type: "native", redirectUris: ["signalbox://oauth/callback", ...loopback, ...pages] };
}

/** The redirect address of the first-party client's authorization request. Returns null for any other address. */
export function firstPartyReturn(address: string): string | null {
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

/** Describes a client as far as that is proven: only metadata published under a host is attributed to that host. */
export function describeClient(clientId: string, name: string | undefined): ClientFacts {
  if (clientId === firstPartyId) return firstPartyFacts;
  const publisherHost = URL.parse(clientId)?.host ?? null;
  return {
    clientId,
    clientName: readableName(name) || publisherHost || "Unnamed client",
    firstParty: false,
    registration: publisherHost !== null ? "published" : "self_registered",
    publisherHost,
  };
}

/** Letters of other alphabets that look like these. */
const lookAlikes: readonly [letters: RegExp, latin: string][] = [
  [/[\u0430\u0251\u03b1]/g, "a"],
  [/[\u0431\u0432\u00df]/g, "b"],
  [/[\u0261\u0581]/g, "g"],
  [/[\u0456\u0131\u03b9\u04cf1|]/g, "i"],
  [/[\u04cf]/g, "l"],
  [/[\u043e\u03bf\u0585\u0966\u06650]/g, "o"],
  [/[\u0455\ua731$5]/g, "s"],
  [/[\u0445\u03c7\u00d7]/g, "x"],
  [/[\u0578\u03b7]/g, "n"],
];

/** As it reads once i and l, which look the same in many fonts, are one letter. */
const ownName = "signaibox";
/** How many of its letters a name must have as they are; any letter of another alphabet may look like the rest. */
const plainLetters = 5;

/** Whether a client calls itself Signalbox, also in letters that only look like it, or with some of them doubled. */
export function posesAsSignalbox(name: string): boolean {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const latin = lookAlikes.reduce((text, [letters, letter]) => text.replace(letters, letter), plain);
  const letters = latin
    .replace(/(?![a-z])\p{L}/gu, "?")
    .replace(/[^a-z?]/g, "")
    .replace(/l/g, "i")
    .replace(/([a-z])\1+/g, "$1");
  for (let at = 0; at + ownName.length <= letters.length; at++) {
    const part = letters.slice(at, at + ownName.length);
    const same = [...part].filter((letter, n) => letter === ownName[n]).length;
    const foreign = [...part].filter((letter) => letter === "?").length;
    if (same >= plainLetters && same + foreign === ownName.length) return true;
  }
  return false;
}

/** The first-party client, through which paired devices are connected. */
const firstPartyFacts: ClientFacts = {
  clientId: firstPartyId,
  clientName: "Signalbox",
  firstParty: true,
  registration: "published",
  publisherHost: null,
};

/** One line of at most 100 characters, without control or bidirectional characters. */
export const readableName = (text: string | undefined): string => readableText(text ?? "", 100);

/** The form-action source that a page's content security policy needs for a form to redirect here. */
export function formTarget(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  if (url === null) return "";
  // A policy cannot express IPv6 addresses, and a host name may contain characters of the policy's own syntax.
  return /^https?:$/.test(url.protocol) && /^[\w.-]+$/.test(url.hostname) ? url.origin : url.protocol;
}
