import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { RequestHandler } from "express";
import { Refusal } from "../lib/errors.ts";

export interface GuardSettings {
  /** Host names the owner vouches for, besides loopback: APP_HOST, the configured base URL. Lower case, no port. */
  names: readonly string[];
  /** The owner opened the service to the network; an address literal as host is then fine. */
  lanOpen: boolean;
  /** The names and addresses of this machine in the local network, for what comes through the listener there. */
  lanNames?: () => readonly string[];
  /** Paths that pages of any origin may use, as nothing there is opened by a cookie. */
  anyOrigin?: readonly string[];
}

export type HostVerdict = { ok: true } | { ok: false; reason: string };

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The name of a Host header in lower case, without the port; null when it is not one. */
export function hostName(header: string | undefined): string | null {
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(header ?? "");
  return Number(match?.[2] ?? 0) <= 65_535 ? (match?.[1]?.toLowerCase() ?? null) : null;
}

/**
 * DNS rebinding brings a foreign name to our address, so only names we know are served. An address literal
 * cannot be rebound; it is served where the network is let in at all.
 */
export function judgeHost(header: string | undefined, settings: GuardSettings): HostVerdict {
  const name = hostName(header);
  if (name === null) return { ok: false, reason: "The Host header is missing or malformed" };
  if (loopbackNames.has(name) || settings.names.includes(name)) return { ok: true };
  if (settings.lanOpen && isIP(name.replace(/^\[|\]$/g, "")) !== 0) return { ok: true };
  return { ok: false, reason: "This host name is not served here" };
}

/** The listener of the local network serves this machine's own names and addresses, and no loopback. */
export function judgeLanHost(
  header: string | undefined,
  { names, lanNames }: Pick<GuardSettings, "names" | "lanNames">,
): HostVerdict {
  const name = hostName(header);
  if (name === null) return { ok: false, reason: "The Host header is missing or malformed" };
  if (names.includes(name) || lanNames?.().includes(name) === true) return { ok: true };
  return { ok: false, reason: "This host name is not served here" };
}

/** A page of another origin may neither read nor write; without an Origin there is no page behind the request. */
export function judgeOrigin(origin: string | undefined, host: string | undefined): HostVerdict {
  if (origin === undefined) return { ok: true };
  const own = host === undefined ? [] : [`http://${host}`, `https://${host}`];
  return own.some((candidate) => candidate.toLowerCase() === origin.toLowerCase())
    ? { ok: true }
    : { ok: false, reason: "Requests from another origin are refused" };
}

/** The path of a request's target. */
export const pathOf = (target: string): string => target.replace(/\?.*$/s, "");

function judgeRequest(request: IncomingMessage, settings: GuardSettings): HostVerdict {
  const { host, origin } = request.headers;
  // An absolute target names a host of its own, which would go unjudged.
  if (request.url?.startsWith("/") !== true) return { ok: false, reason: "Only a path can be asked for" };
  const byHost = cameFromLan(request) ? judgeLanHost(host, settings) : judgeHost(host, settings);
  const isShared = settings.anyOrigin?.includes(pathOf(request.url)) === true;
  return byHost.ok && !isShared ? judgeOrigin(origin, host) : byHost;
}

/** Before everything else, for every route and every upgrade (docs/decisions/0011). */
export function guard(settings: GuardSettings): RequestHandler {
  return (request, _response, next) => {
    const verdict = judgeRequest(request, settings);
    if (!verdict.ok) throw forbidden(verdict.reason);
    next();
  };
}

export const forbidden = (reason: string): Refusal =>
  new Refusal({ status: 403, label: "Forbidden", messages: [reason] });

/** Whether a request came over TLS, which only the listener of the local network speaks. */
export const cameFromLan = ({ socket }: Pick<IncomingMessage, "socket">): boolean =>
  "encrypted" in socket && socket.encrypted === true;

/** Whether a Host header names this machine to itself. */
const isLoopbackName = (header: string | undefined): boolean => loopbackNames.has(hostName(header) ?? "");

/** 127.0.0.0/8, ::1 and their mapped forms. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/.test(address);
}

/** A proxy or a tunnel on this machine connects from loopback too, but brings its visitors' name for us or says so. */
export function isFromHere(request: Pick<IncomingMessage, "socket" | "headers">): boolean {
  const { socket, headers } = request;
  if (cameFromLan(request)) return false;
  const isForwarded = Object.keys(headers).some((name) => forwarding.test(name));
  return isLoopback(socket.remoteAddress) && isLoopbackName(headers.host) && !isForwarded;
}

const forwarding = /^(?:x-forwarded-.+|forwarded|x-real-ip|via)$/;
