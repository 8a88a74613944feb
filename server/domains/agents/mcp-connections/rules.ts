/** How long a person has to finish a sign-in. */
export const signInMs = 15 * 60_000;
/** How often the job renews what is due. */
export const renewalEveryMs = 30 * 60_000;

const callbackPath = "/oauth/mcp/callback";

/** R139: why no secret may be sent to an address. Loopback is no exception. */
export type EndpointProblem = "invalid" | "not_https" | "credentials" | "no_host";

/** Returns null if secrets may be sent to the endpoint. */
export function endpointProblem(endpoint: string): EndpointProblem | null {
  const url = URL.parse(endpoint);
  if (!url) return "invalid";
  if (url.protocol !== "https:") return "not_https";
  if (url.username !== "" || url.password !== "") return "credentials";
  return url.hostname === "" ? "no_host" : null;
}

const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Why a person's browser is not sent to an address; null if it may be. There, the person enters their own password, so
 * loopback without https is allowed.
 */
export function authorizationProblem(endpoint: string): EndpointProblem | null {
  const url = URL.parse(endpoint);
  const isLocal = url?.protocol === "http:" && loopbackNames.includes(url.hostname);
  return isLocal && url.username === "" ? null : endpointProblem(endpoint);
}

/** As the protocol compares resources: no fragment, no slash at the end. Null if it is not an address. */
export function canonicalUrl(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return null;
  url.hash = "";
  return url.href.replace(/\/$/, "");
}

export interface TokenState {
  status: "connected" | "reconnect";
  tokenEndpoint: string;
  accessExpiresAt: number | null;
  lastRefreshedAt: number | null;
  createdAt: number;
}

/** A blank endpoint is valid and means that the person must sign in again (R139). */
export const isUsable = ({ status, tokenEndpoint }: TokenState): boolean =>
  status === "connected" && tokenEndpoint !== "";

/** Whether less than half of the lifetime is left, and less than until shortly after the next run of the job. */
export function isRenewalDue(state: TokenState, now: number): boolean {
  const { accessExpiresAt: end, lastRefreshedAt, createdAt } = state;
  if (end === null || !isUsable(state)) return false;
  const life = end - (lastRefreshedAt ?? createdAt);
  return end - now < Math.min(renewalEveryMs + 5 * 60_000, life / 2);
}

/** The scopes to request: the catalog's, otherwise the server's, plus the one that allows renewal if it is offered. */
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

/** The catalog's own address if it leads back to this service, otherwise the one the person reached it at. */
export function redirectUriOf(origin: string, declared: string | undefined): string {
  const url = declared === undefined ? null : URL.parse(declared);
  return url?.pathname === callbackPath ? url.href : origin + callbackPath;
}

/** The path of the board to return to. Anything that could lead elsewhere becomes the connectors page. */
export function boardPath(wanted: string | undefined): string {
  const base = "http://board.invalid";
  const isPath = wanted !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(wanted) && !wanted.includes("\\");
  const url = isPath ? URL.parse(wanted, base) : null;
  const leadsOn = url?.origin === base && !/^\/(?:\/|oauth\/|api\/|ui\/|sign-in)/.test(url.pathname);
  return leadsOn ? `${url.pathname}${url.search}` : "/settings/connectors";
}

/** What a foreign server says, on one line of limited length. */
export const foreignText = (text: string, mostCharacters = 300): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, mostCharacters);

/** The scopes that a server says it gave, as they are stored and shown. */
export const foreignScope = (scope: string): string => foreignText(scope, 1_000);

const longestLifeSeconds = 10 * 366 * 86_400;

/** When a token ends that lasts so many seconds, as its server says; null if that is no lifetime. */
export function accessEnd(seconds: number | undefined, now: number): number | null {
  if (seconds === undefined || Number.isNaN(seconds)) return null;
  return now + Math.round(Math.min(Math.max(seconds, 0), longestLifeSeconds)) * 1_000;
}

/** The connectors page confirms the sign-in; other pages show it on their own. */
export const returnTarget = (returnTo: string, serverName: string): string =>
  returnTo.startsWith("/settings/connectors")
    ? `/settings/connectors?signed_in=${encodeURIComponent(serverName)}`
    : returnTo;
