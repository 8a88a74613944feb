import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { RequestHandler } from "express";
import { Refusal } from "../lib/errors.ts";
import { type GuardRefusal, text } from "./text.ts";

export interface GuardSettings {
  /** Host names that the owner configured: APP_HOST and the base URL. Lower case, no port. */
  names: readonly string[];
  /** Whether the owner opened the service to the network; then IP addresses are accepted as host. */
  lanOpen: boolean;
  /** The names and addresses of this machine in the local network, for requests to the listener there. */
  lanNames?: () => readonly string[];
  /** Names of loopback that may lead browsers to another program. */
  refusedNames?: () => ReadonlySet<string>;
  /** Where the board is instead. */
  ownUrl?: () => string;
  /** Paths that pages of any origin may use, because cookies grant nothing there. */
  anyOrigin?: readonly string[];
}

export type HostVerdict = { ok: true } | { ok: false; reason: GuardRefusal };

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The host name of a Host header in lower case, without the port; null if it is malformed. */
export function hostName(header: string | undefined): string | null {
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(header ?? "");
  return Number(match?.[2] ?? 0) <= 65_535 ? (match?.[1]?.toLowerCase() ?? null) : null;
}

/**
 * With DNS rebinding, a foreign name leads to our address, so only known names are served. An IP address cannot be rebound,
 * so it is served if the service is open to the network.
 */
export function checkHost(header: string | undefined, settings: GuardSettings): HostVerdict {
  const name = hostName(header);
  if (name === null) return { ok: false, reason: "bad_host" };
  if (settings.refusedNames?.().has(name) === true) return { ok: false, reason: "squatted_host" };
  if (loopbackNames.has(name) || settings.names.includes(name)) return { ok: true };
  if (settings.lanOpen && isIP(name.replace(/^\[|\]$/g, "")) !== 0) return { ok: true };
  return { ok: false, reason: "unknown_host" };
}

/** The listener for the local network serves this machine's own names and addresses, but not loopback. */
export function checkLanHost(
  header: string | undefined,
  { names, lanNames }: Pick<GuardSettings, "names" | "lanNames">,
): HostVerdict {
  const name = hostName(header);
  if (name === null) return { ok: false, reason: "bad_host" };
  if (names.includes(name) || lanNames?.().includes(name) === true) return { ok: true };
  return { ok: false, reason: "unknown_host" };
}

/** Pages of other origins may neither read nor write. A request without Origin does not come from a page. */
export function checkOrigin(origin: string | undefined, host: string | undefined): HostVerdict {
  if (origin === undefined) return { ok: true };
  const own = host === undefined ? [] : [`http://${host}`, `https://${host}`];
  return own.some((candidate) => candidate.toLowerCase() === origin.toLowerCase())
    ? { ok: true }
    : { ok: false, reason: "other_origin" };
}

/** The path of a request's target. */
export const pathOf = (target: string): string => target.replace(/\?.*$/s, "");

const hostHeaders = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

function checkRequest(request: IncomingMessage, settings: GuardSettings): HostVerdict {
  const { host, origin } = request.headers;
  // Node reads the first, and a proxy may have read another.
  if (hostHeaders(request) > 1) return { ok: false, reason: "bad_host" };
  // An absolute target contains a host of its own, which would not be checked.
  if (request.url?.startsWith("/") !== true) return { ok: false, reason: "not_a_path" };
  const byHost = cameFromLan(request) ? checkLanHost(host, settings) : checkHost(host, settings);
  const isShared = settings.anyOrigin?.includes(pathOf(request.url)) === true;
  return byHost.ok && !isShared ? checkOrigin(origin, host) : byHost;
}

/** Runs before everything else, for every route (docs/decisions/0011). */
export function guard(settings: GuardSettings): RequestHandler {
  return (request, _response, next) => {
    const verdict = checkRequest(request, settings);
    if (!verdict.ok) throw forbidden(text.guard[verdict.reason](settings.ownUrl?.() ?? ""));
    next();
  };
}

export const forbidden = (reason: string): Refusal =>
  new Refusal({ status: 403, label: "Forbidden", messages: [reason] });

/** Whether a request came over TLS, which only the listener for the local network uses. */
export const cameFromLan = ({ socket }: Pick<IncomingMessage, "socket">): boolean =>
  "encrypted" in socket && socket.encrypted === true;

/** Whether a Host header has a loopback name. */
const isLoopbackName = (header: string | undefined): boolean => loopbackNames.has(hostName(header) ?? "");

/** 127.0.0.0/8, ::1 and the mapped forms. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}

/** A proxy or tunnel on this machine also connects from loopback, but with another host name or forwarding headers. */
export function isFromHere(request: Pick<IncomingMessage, "socket" | "headers">): boolean {
  const { socket, headers } = request;
  if (cameFromLan(request)) return false;
  const isForwarded = Object.keys(headers).some((name) => forwarding.test(name));
  return isLoopback(socket.remoteAddress) && isLoopbackName(headers.host) && !isForwarded;
}

/** Only programs on this machine may go on, and not through a proxy. */
export function refuseUnlessFromHere(request: Pick<IncomingMessage, "socket" | "headers">): void {
  if (!isFromHere(request)) throw forbidden(text.thisMachineOnly);
}

const forwarding = /^(?:x-forwarded-.+|forwarded|x-real-ip|via)$/;
