import { createHmac, createPublicKey, type KeyObject, randomBytes, verify } from "node:crypto";
import type { Request } from "express";
import { expectBody } from "../../../http/signed-body.ts";
import type { Clock } from "../../../lib/clock.ts";
import { expiringTokens } from "../../../lib/expiring-tokens.ts";
import { isSameSecret } from "../../../lib/session-token.ts";
import { pageKeyRefusal } from "./errors.ts";
import {
  bindMessage,
  pageTicketMessage,
  pageTicketMs,
  pageTicketParameter,
  requestMessage,
  signatureHeader,
  startHeader,
} from "./model.ts";
import { isUnused, type NumberWindow, newWindow, noteUsed, readSignature, readTicket } from "./rules.ts";

/** The public half of a page key, and where it was bound: the page's host with its port, and the port of the listener. */
export interface BoundKey {
  publicKey: string;
  keyPlace: string;
}

/** A sign-in with its key; both are null until the key is bound, and for sign-ins of versions that had none. */
export interface KeyHolder {
  /** Such as "browser 3". */
  holder: string;
  publicKey: string | null;
  keyPlace: string | null;
}

/** What a page brings to have its key bound. */
export interface OfferedKey {
  publicKey: string;
  /** Its signature of the secret that the page was given. */
  proof: string;
  secret: string;
}

export type PageKeys = ReturnType<typeof pageKeyService>;

const bindMs = 2 * 60_000;
const mostBindings = 50;
/** A page has one nonce, and each tab is a page. */
const mostNonces = 2_000;
const mostKeys = 200;
/** A ticket is made for two hours at most, by a page that knows the service's time. */
const longestTicketMs = 2 * pageTicketMs + 60_000;

/** Recognizes the requests that the board's own page signed. What it knows of this start of the service ends with it. */
export function pageKeyService({ clock }: { clock: Clock }) {
  const startSecret = randomBytes(32);
  const nonces = nonceKeeper(startSecret);
  const bindings = expiringTokens<(key: BoundKey) => void>({ clock, lastingMs: bindMs, most: mostBindings });
  const keyOf = keyReader();
  /** A request that is asked about twice is the same one. */
  const answered = new WeakMap<Request, Map<string, boolean>>();

  const ticketKey = (holder: string): string =>
    createHmac("sha256", startSecret).update(`ticket ${holder}`).digest("base64url");

  const ticketProof = (holder: string, of: Parameters<typeof pageTicketMessage>[0]): string =>
    createHmac("sha256", ticketKey(holder)).update(pageTicketMessage(of)).digest("hex");

  function isSignedBy(request: Request, header: string, { holder, publicKey }: Holder): boolean {
    const given = readSignature(header);
    if (!given) return false;
    const window = nonces.windowOf(given.nonce);
    if (!window || (window.holder ?? holder) !== holder || !isUnused(window.numbers, given.number)) {
      request.res?.setHeader(startHeader, nonces.issue());
      return false;
    }
    const { method, originalUrl: target } = request;
    const message = requestMessage({ ...given, method, target, host: hostOf(request) });
    if (!isSignature(message, given.signature, keyOf(publicKey))) return false;
    nonces.use(window, { holder, number: given.number });
    expectBody(request, given.digest);
    return true;
  }

  function hasTicketOf(request: Request, holder: string): boolean {
    const ticket = readTicket(request.originalUrl, pageTicketParameter);
    const isRead = request.method === "GET" || request.method === "HEAD";
    // The consent form cannot carry a header either.
    if (ticket === null || (!isRead && !request.originalUrl.startsWith("/oauth/"))) return false;
    const { target, expires, proof } = ticket;
    const now = clock.now();
    if (expires <= now || expires > now + longestTicketMs) return false;
    return isSameSecret(proof, ticketProof(holder, { host: hostOf(request), target, expires }));
  }

  function isFromPage(request: Request, by: Holder): boolean {
    if (by.keyPlace !== placeOf(request)) return false;
    const header = request.headers[signatureHeader];
    return typeof header === "string" ? isSignedBy(request, header, by) : hasTicketOf(request, by.holder);
  }

  return {
    /** A nonce for one page. */
    issueNonce: nonces.issue,

    /** Whether the board's page in the browser of this sign-in made a request: it signed it, or made its ticket. */
    isFromPage(request: Request, { holder, publicKey, keyPlace }: KeyHolder): boolean {
      if (publicKey === null || keyPlace === null) return false;
      const known = answered.get(request) ?? new Map<string, boolean>();
      const answer = known.get(holder) ?? isFromPage(request, { holder, publicKey, keyPlace });
      answered.set(request, known.set(holder, answer));
      return answer;
    },

    /** The sign-in that made a request, if one did; null where the board needs none. */
    holderOf(request: Request): string | null {
      const [found] = [...(answered.get(request) ?? [])].filter(([, isFrom]) => isFrom);
      return found?.[0] ?? null;
    },

    ticketKey,

    /** What is added to a target for its ticket. The form of a consent page gets one. */
    ticketFor(request: Request, holder: string, target: string): string {
      const expires = clock.now() + pageTicketMs;
      return `${expires}.${ticketProof(holder, { host: hostOf(request), target, expires })}`;
    },

    /** The key that a page has and was bound here. Throws 422 unless it proves to have the private half. */
    accept(request: Request, { publicKey, proof, secret }: OfferedKey): BoundKey {
      const key = publicKey.length > 200 ? null : parseKey(publicKey);
      if (!isSignature(bindMessage({ host: hostOf(request), secret }), proof, key))
        throw pageKeyRefusal("key_not_valid");
      return { publicKey, keyPlace: placeOf(request) };
    },

    /** The secret with which the page that is being answered has its key bound, once, within two minutes. */
    awaitKey: (bind: (key: BoundKey) => void): string => bindings.park(bind),

    /** Binds the key of a page that was given this secret. */
    bind(request: Request, offered: OfferedKey): void {
      const key = this.accept(request, offered);
      const bind = bindings.take(offered.secret);
      if (!bind) throw pageKeyRefusal("sign_in_expired");
      bind(key);
    },
  };
}

type Holder = BoundKey & { holder: string };

/** The host in the page's address. */
const hostOf = ({ headers }: Request): string => (headers.host ?? "").toLowerCase();

/**
 * Where a key is valid. With the port of the listener, because a program that has the port of a service that had to move would
 * otherwise pass on what the page of the old port signs.
 */
const placeOf = (request: Request): string => `${hostOf(request)} ${request.socket.localPort ?? 0}`;

function isSignature(message: string, signature: string, key: KeyObject | null): boolean {
  if (key === null) return false;
  const bytes = Buffer.from(signature, "base64url");
  return (
    bytes.byteLength === 64 &&
    verify("sha256", Buffer.from(message), { key, dsaEncoding: "ieee-p1363" }, bytes)
  );
}

/** Parses public keys (P-256, SPKI in base64url) and keeps those it read last. Null for anything else. */
function keyReader(): (publicKey: string) => KeyObject | null {
  const known = new Map<string, KeyObject>();
  return (publicKey) => {
    const held = known.get(publicKey);
    if (held) return held;
    const key = parseKey(publicKey);
    if (key === null) return null;
    if (known.size >= mostKeys) known.clear();
    known.set(publicKey, key);
    return key;
  };
}

function parseKey(publicKey: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64url"), format: "der", type: "spki" });
    return key.asymmetricKeyDetails?.namedCurve === "prime256v1" ? key : null;
  } catch {
    return null;
  }
}

interface UsedNonce {
  order: number;
  /** Null until its first signature. */
  holder: string | null;
  numbers: NumberWindow;
}

/**
 * Nonces of this start. One is remembered from its first valid signature; when the least recently used is forgotten, all
 * that are as old and not remembered are worth nothing, so that what was signed with them stays used.
 */
function nonceKeeper(secret: Buffer) {
  const used = new Map<number, UsedNonce>();
  let issued = 0;
  let forgotten = 0;

  const nonceOf = (order: number): string =>
    `${order}.${createHmac("sha256", secret).update(`nonce ${order}`).digest("base64url").slice(0, 22)}`;

  return {
    issue(): string {
      issued += 1;
      return nonceOf(issued);
    },
    /** Null for a nonce of another start, or one that was forgotten. */
    windowOf(nonce: string): UsedNonce | null {
      const order = Number(/^(\d{1,15})\./.exec(nonce)?.[1] ?? 0);
      if (order < 1 || !isSameSecret(nonce, nonceOf(order))) return null;
      const known = used.get(order);
      if (known) return known;
      return order > forgotten ? { order, holder: null, numbers: newWindow() } : null;
    },
    use(nonce: UsedNonce, { holder, number }: { holder: string; number: number }): void {
      nonce.holder = holder;
      noteUsed(nonce.numbers, number);
      used.delete(nonce.order);
      used.set(nonce.order, nonce);
      const [oldest] = used.keys();
      if (used.size <= mostNonces || oldest === undefined) return;
      used.delete(oldest);
      forgotten = Math.max(forgotten, oldest);
    },
  };
}
