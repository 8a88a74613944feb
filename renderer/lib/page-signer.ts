import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  type PageTicketKey,
  pageKeyOperations,
  pageTicketMessage,
  pageTicketMs,
  pageTicketParameter,
} from "../../server/domains/access/page-keys/model.ts";
import { readStored, storageKeys } from "./storage-keys.ts";

/** What the page's inline script offers (server/domains/access/page-keys/signer-script.ts). */
interface PageSigner {
  /** Makes a key and has it bound with a secret that proves the sign-in; the pages of sign-ins do. */
  bind(secret: string): Promise<Response>;
  /** What a request is sent with; nothing where the board needs no sign-in. Rejects while the service is away. */
  headers(method: string, target: string, body?: string): Promise<Record<string, string>>;
  /** Reads a target of this origin, signed. */
  ask(target: string): Promise<Response>;
  /** Whether a refused request may be sent once more, because the service has started since the last one. */
  renew(response: Response): boolean;
  /** The connection was lost, so the service may have restarted. */
  doubt(): void;
  /** Deletes the key. */
  forget(): Promise<void>;
}

declare global {
  var signalboxSigner: PageSigner | undefined;
}

const signer = (): PageSigner | undefined => globalThis.signalboxSigner;

/** Names the key of this browser's sign-in; null where the board needs none. */
export const pageKeyId = (): string | null => readStored(storageKeys.pageKeyId);

/** Proves that a request comes from the board's own page, to this start of the service, once. */
export const signedHeaders: PageSigner["headers"] = async (...request) =>
  (await signer()?.headers(...request)) ?? {};

/** Whether a refused request may be sent once more, with a new signature. */
export function renewSignature(response: Response): boolean {
  if (signer()?.renew(response) !== true) return false;
  asked = undefined;
  return true;
}

/** The connection was lost: whoever answers next may be another start of the service. */
export function doubtSignature(): void {
  signer()?.doubt();
  asked = undefined;
}

/** When a sign-in ends, before the page leaves: what is at the sign-in's address may be another program by now. */
export async function forgetPageKey(): Promise<void> {
  await signer()?.forget();
}

interface TicketKey {
  key: string;
  /** How much later it is for the service. */
  aheadMs: number;
}

let ticketKey: TicketKey | null = null;
let asked: Promise<void> | undefined;

async function askTicketKey(): Promise<void> {
  const response = await signer()?.ask(`/ui/v1${pageKeyOperations.getPageTicketKey.path}`);
  if (response?.ok !== true) return;
  const { key, now } = (await response.json()) as PageTicketKey;
  ticketKey = key === null ? null : { key, aheadMs: now - Date.now() };
}

/** Resolves once tickets can be made, or if they cannot. */
export function ticketsReady(): Promise<void> {
  if (signer() === undefined || pageKeyId() === null) return Promise.resolve();
  asked ??= askTicketKey().catch(() => void (asked = undefined));
  return asked;
}

/** Whether a request need not wait for tickets. */
export const hasTickets = (): boolean => ticketKey !== null;

/** Proves the same for requests that cannot carry a header: pictures, downloads, new tabs, the event stream. */
export const withPageTicket = (url: string): string =>
  ticketKey === null
    ? url
    : ticketed(url, { key: ticketKey.key, host: location.host, now: Date.now() + ticketKey.aheadMs });

/** Tickets made within the same period are equal, so that the browser can cache the answer. */
export function ticketed(url: string, of: { key: string; host: string; now: number }): string {
  const expires = (Math.floor(of.now / pageTicketMs) + 2) * pageTicketMs;
  const message = pageTicketMessage({ host: of.host, target: url, expires });
  const proof = bytesToHex(hmac(sha256, utf8ToBytes(of.key), utf8ToBytes(message)));
  return `${url}${url.includes("?") ? "&" : "?"}${pageTicketParameter}=${expires}.${proof}`;
}

/** The target of a URL of the board's API, without a ticket; null for any other. */
function targetOf(url: string): string | null {
  const { origin, pathname, search } = new URL(url, location.origin);
  if (origin !== location.origin || !pathname.startsWith("/ui/v1/")) return null;
  return pathname + search.replace(new RegExp(`[?&]${pageTicketParameter}=.*$`), "");
}

/** A page can be open for longer than a ticket is valid: links get a new one when they are used, and pictures when they fail. */
export function renewTickets(): void {
  const renewLink = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
    const address = link && targetOf(link.href);
    if (link && address !== null) link.href = withPageTicket(address);
  };
  for (const type of ["pointerdown", "keydown", "click"]) document.addEventListener(type, renewLink, true);
  document.addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLImageElement)) return;
      const address = targetOf(target.src);
      if (address === null) return;
      void ticketsReady().then(() => {
        const next = withPageTicket(address);
        if (new URL(next, location.origin).href !== target.src) target.src = next;
      });
    },
    true,
  );
}
