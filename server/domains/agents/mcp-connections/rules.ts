/** A sign-in that the person has begun is void after this long. */
export const signInMs = 15 * 60_000;
/** The job that renews comes by this often. */
export const renewalEveryMs = 30 * 60_000;

const callbackPath = "/oauth/mcp/callback";

/**
 * R139: why no secret may be sent to this address, as the end of a sentence; null when it may. Loopback is no
 * exception.
 */
export function endpointProblem(endpoint: string): string | null {
  const url = URL.parse(endpoint);
  if (!url) return "is not a valid address";
  if (url.protocol !== "https:") return "is not an https address, so nothing secret is sent to it";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  return url.hostname === "" ? "names no host" : null;
}

const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Why a person's browser is not sent there; null when it is. What stands there is the person's own password. */
export function authorizationProblem(endpoint: string): string | null {
  const url = URL.parse(endpoint);
  const isLocal = url?.protocol === "http:" && loopbackNames.includes(url.hostname);
  return isLocal && url.username === "" ? null : endpointProblem(endpoint);
}

/** As the protocol compares resources: no fragment, no slash at the end. Null for what is no address. */
export function canonicalUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  url.hash = "";
  return url.href.replace(/\/$/, "");
}

export interface Standing {
  status: "connected" | "reconnect";
  tokenEndpoint: string;
  accessExpiresAt: number | null;
  lastRefreshedAt: number | null;
  createdAt: number;
}

/** A blank endpoint is legal and means that the person signs in again (R139). */
export const isUsable = ({ status, tokenEndpoint }: Standing): boolean =>
  status === "connected" && tokenEndpoint !== "";

/** With less than half of its life left, and less than what passes until the job comes again and a bit. */
export function isRenewalDue(standing: Standing, now: number): boolean {
  const { accessExpiresAt: end, lastRefreshedAt, createdAt } = standing;
  if (end === null || !isUsable(standing)) return false;
  const life = end - (lastRefreshedAt ?? createdAt);
  return end - now < Math.min(renewalEveryMs + 5 * 60_000, life / 2);
}

/** The scopes to ask for: the catalog's, else what the server said, with the one that lets the sign-in be renewed. */
export function scopeToAsk(of: {
  catalog: readonly string[] | undefined;
  challenged: string | undefined;
  resource: readonly string[] | undefined;
  offered: readonly string[] | undefined;
}): string | undefined {
  const asked = of.catalog ?? of.challenged?.split(/\s+/).filter(Boolean) ?? of.resource ?? [];
  if (asked.length === 0) return undefined;
  const renewing = of.offered?.includes("offline_access") === true ? ["offline_access"] : [];
  return [...new Set([...asked, ...renewing])].join(" ");
}

/** The catalog's own address where it leads back here, else the one at which the person reaches this service. */
export function redirectUriOf(origin: string, declared: string | undefined): string {
  const url = declared === undefined ? null : URL.parse(declared);
  return url?.pathname === callbackPath ? url.href : origin + callbackPath;
}

/** A path of the board to go back to; what could lead elsewhere leads to the page of connectors. */
export function boardPath(wanted: string | undefined): string {
  const base = "http://board.invalid";
  const isPath = wanted !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) && !wanted.includes("\\");
  const url = isPath ? URL.parse(wanted, base) : null;
  const leadsOn = url?.origin === base && !/^\/(?:\/|oauth\/|api\/|ui\/|sign-in)/.test(url.pathname);
  return leadsOn ? `${url.pathname}${url.search}` : "/settings/connectors";
}

/** One line of what a foreign server says. */
export const foreignText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, 300);

/** The words of RFC 6749 for a person. */
export const refusalWords = (error: string): string =>
  error === "access_denied" ? "the request was declined" : `it answered ${foreignText(error)}`;

/** The page of connectors says what came of it; other pages show it by themselves. */
export const returnTarget = (returnTo: string, serverName: string): string =>
  returnTo.startsWith("/settings/connectors")
    ? `/settings/connectors?signed_in=${encodeURIComponent(serverName)}`
    : returnTo;
